import type { Tool } from "./handlers.ts";
import { ERROR_CODES } from "./json_rpc.ts";
import type { MethodContext } from "./method.ts";
import { RpcError } from "./rpc_error.ts";

/**
 * Serves `tools/list`. All tools are on one page, so there is no cursor that a client could have been given.
 *
 * @param context What belongs to the request.
 * @returns Every tool.
 * @throws {RpcError} When the request has a cursor.
 * @throws {WorkflowError} When the tools cannot be known.
 */
export async function listTools({ params, handlers }: MethodContext): Promise<{ tools: readonly Tool[] }> {
  if (params.cursor !== undefined && params.cursor !== null) {
    throw new RpcError(ERROR_CODES.invalidParams, '"cursor" is not one that this server gave: it gives none');
  }
  return { tools: await handlers.listTools() };
}
