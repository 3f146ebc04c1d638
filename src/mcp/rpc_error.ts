import { type SourceLocation, toMessage, WorkflowError } from "../errors.ts";
import { STORE_FAILURE } from "../store/store_error.ts";
import { ERROR_CODES, type ErrorCode, type ErrorObject } from "./json_rpc.ts";

/** A failure that is answered with exactly this JSON-RPC error. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  /** The code of the error. */
  readonly code: ErrorCode;
  /** More about it, for programs; left out of the answer where it is undefined. */
  readonly data: unknown;

  constructor(code: ErrorCode, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * Says what was thrown in terms of JSON-RPC. A stack is never part of it.
 *
 * @param error Anything that was thrown while a request was served.
 * @returns The `error` member of the answer.
 */
export function toErrorObject(error: unknown): ErrorObject {
  if (error instanceof RpcError) {
    const { code, message, data } = error;
    return data === undefined ? { code, message } : { code, message, data };
  }
  if (!(error instanceof WorkflowError)) {
    return { code: ERROR_CODES.internalError, message: `Internal error: ${toMessage(error)}` };
  }
  const { code, message, faults, location } = error;
  if (code === "invalid_arguments") {
    return { code: ERROR_CODES.invalidParams, message, data: { faults } };
  }
  if (code === "store_failed") {
    return { code: ERROR_CODES.internalError, message: STORE_FAILURE, data: { code } };
  }
  return {
    code: ERROR_CODES.internalError,
    message: withLocation(message, location),
    data: { code, ...(faults.length > 0 ? { faults } : {}), ...(location ? { location } : {}) },
  };
}

/** Many clients show nothing of an error but its message. */
function withLocation(message: string, location: SourceLocation | undefined): string {
  if (!location) return message;
  const place = `${location.file}:${location.line}`;
  return message.includes(place) ? message : `${message} (${place}:${location.column})`;
}
