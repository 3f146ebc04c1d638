import type { CallRetry } from "./elicitation.ts";
import { isObject, type JsonObject } from "./json_object.ts";
import { ERROR_CODES } from "./json_rpc.ts";
import { RpcError } from "./rpc_error.ts";

/**
 * Reads what a client of 2026-07-28 brings where it calls again with what it was asked for.
 *
 * @param params The params of its `tools/call`.
 * @returns The retry, or `undefined` for a first call.
 * @throws {RpcError} When it is malformed, or answers come without the state: as a first call, which begins a new run, it
 * would repeat what the first one did.
 */
export function readRetry({ requestState, inputResponses }: JsonObject): CallRetry | undefined {
  // Some clients write null for what they leave out.
  const responses = inputResponses ?? {};
  if (!isObject(responses)) throw malformed("inputResponses", "must be an object");
  if (requestState === undefined || requestState === null) {
    if (Object.keys(responses).length === 0) return undefined;
    throw malformed("requestState", "is missing, and inputResponses belong to one");
  }
  if (typeof requestState !== "string") throw malformed("requestState", "must be a string");
  return { requestState, inputResponses: responses };
}

function malformed(path: string, reason: string): RpcError {
  return new RpcError(ERROR_CODES.invalidParams, `Malformed tools/call: "${path}" ${reason}`, {
    faults: [{ path, reason }],
  });
}
