import { nearest } from "../nearest.ts";
import type { InputRequired } from "./elicitation.ts";
import type { ToolCall, ToolResult } from "./handlers.ts";
import { isObject, type JsonObject } from "./json_object.ts";
import { ERROR_CODES } from "./json_rpc.ts";
import type { MethodContext } from "./method.ts";
import { RpcError } from "./rpc_error.ts";

/** How many tools the answer to an unknown name lists, and how much of that name it repeats. */
const LISTED_TOOLS = 20;
const SHOWN_NAME_LENGTH = 128;

/**
 * Serves `tools/call`.
 *
 * @param context What belongs to the request.
 * @param interaction How a person can be asked, and what was answered before the client called again.
 * @returns What the call came to, or needs first.
 * @throws {RpcError} When the request is malformed or names no known tool.
 * @throws {WorkflowError} When the tools cannot be known or the arguments do not fit.
 */
export async function callTool(
  { params, handlers, call }: MethodContext,
  interaction: Pick<ToolCall, "forms" | "retry">,
): Promise<ToolResult | InputRequired> {
  const { name, args } = await checkCall({ params, handlers }).catch((error) => {
    handlers.onRefused?.(params, error);
    throw error;
  });
  // A call that was cancelled before it began is not begun.
  call.signal.throwIfAborted();
  return await handlers.callTool(name, args, { ...call, ...interaction });
}

async function checkCall(
  { params, handlers }: Pick<MethodContext, "params" | "handlers">,
): Promise<{ readonly name: string; readonly args: JsonObject }> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== "string") throw malformed("name", "must be a string, the name of a tool");
  if (!isObject(args)) throw malformed("arguments", "must be an object, or left out");
  const names = (await handlers.listTools()).map((tool) => tool.name);
  if (!names.includes(name)) throw unknownTool(name, names);
  return { name, args };
}

function malformed(path: string, reason: string): RpcError {
  return new RpcError(ERROR_CODES.invalidParams, `Malformed tools/call: "${path}" ${reason}`, {
    faults: [{ path, reason }],
  });
}

function unknownTool(name: string, names: readonly string[]): RpcError {
  const shown = name.slice(0, SHOWN_NAME_LENGTH);
  const similar = nearest(shown, names);
  const listed = names.slice(0, LISTED_TOOLS);
  const more = names.length > listed.length ? ` and ${names.length - listed.length} more` : "";
  const hint = similar === undefined ? "" : ` Did you mean "${similar}"?`;
  return new RpcError(
    ERROR_CODES.invalidParams,
    `Unknown tool "${shown}".${hint} Known tools: ${listed.join(", ") || "none"}${more}`,
    { tool: shown, ...(similar === undefined ? {} : { nearest: similar }), knownTools: listed },
  );
}
