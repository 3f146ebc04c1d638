import { toMessage, WorkflowError } from "../../errors.ts";
import { isObject } from "../../mcp/json_object.ts";
import { RpcError } from "../../mcp/rpc_error.ts";
import type { RecordedError } from "../data/recorded_run.ts";

/**
 * Says why a call never became a run.
 *
 * @param error Why it was refused.
 * @returns What is recorded of it: what the client was told.
 */
export function toRefusedError(error: unknown): RecordedError {
  if (error instanceof WorkflowError) return { code: error.code, message: toMessage(error) };
  if (!(error instanceof RpcError)) return { code: "invalid_arguments", message: toMessage(error) };
  const isUnknownTool = isObject(error.data) && "tool" in error.data;
  return { code: isUnknownTool ? "unknown_tool" : "invalid_arguments", message: error.message };
}
