/** Every code of a {@linkcode WorkflowError}: the contract that callers branch on; messages are for people. */
export type WorkflowErrorCode =
  /** The command line is wrong: an unknown option, a missing value, a relative directory. */
  | "usage"
  /** The project folder, its manifest, `.env` or what it asks for is wrong. */
  | "invalid_project"
  /** The source does not bundle, or what it uses cannot be served (a native addon, a link out of the project). */
  | "bundle_failed"
  /** The workflow definition is wrong, or the module throws while it loads. */
  | "invalid_definition"
  /** Arguments do not fit the entrypoint's params. */
  | "invalid_arguments"
  /** A store cannot be opened, read or written. */
  | "store_failed"
  /** The server where agents reach models refuses, or cannot be reached. */
  | "server_failed"
  /** `run` threw, or ended without a result. */
  | "run_failed"
  /** The workflow called `ctx.fail`. */
  | "business_error"
  /** A person declined to answer, and the workflow did not go on without. */
  | "interaction_declined"
  /** A run cannot be continued: it has ended, somebody else goes on with it, or it needs what is no longer there. */
  | "not_resumable"
  /** An agent's model cannot be asked, or answered with what cannot be used. */
  | "model_failed"
  /** A person or the client cancelled the run. */
  | "cancelled"
  /** The run exceeded its time limit. */
  | "timeout"
  /** A file param names a file that cannot be imported. */
  | "file_rejected"
  /** The executor process died under the run. */
  | "executor_crashed"
  /** A fault of Workflow Code itself. */
  | "internal";

/** Where in an author's source a fault is. Lines and columns count from 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One fault of an input with several: where it is (`params.mode.options[1]`) and what is wrong there. */
export interface Fault {
  readonly path: string;
  readonly reason: string;
}

/** Options for {@linkcode WorkflowError}. */
export interface WorkflowErrorOptions {
  /** The error that led to this one. */
  readonly cause?: unknown;
  /** Every single fault, where an input has several. */
  readonly faults?: readonly Fault[];
  /** Where in the author's source the fault is. */
  readonly location?: SourceLocation;
  /** The number given to `ctx.fail`, for `business_error`. */
  readonly errCode?: number;
}

/** An expected failure: something that a person or a model can mend, told by a stable code. */
export class WorkflowError extends Error {
  override readonly name = "WorkflowError";
  /** What kind of failure this is. */
  readonly code: WorkflowErrorCode;
  /** Every single fault, where an input has several; else empty. */
  readonly faults: readonly Fault[];
  /** Where in the author's source the fault is, where that is known. */
  readonly location: SourceLocation | undefined;
  /** The number given to `ctx.fail`, for `business_error`. */
  readonly errCode: number | undefined;

  constructor(code: WorkflowErrorCode, message: string, options: WorkflowErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.faults = options.faults ?? [];
    this.location = options.location;
    this.errCode = options.errCode;
  }
}

/** A {@linkcode WorkflowError} as plain JSON, the only form in which an error crosses a process. */
export interface SerializedError {
  readonly code: WorkflowErrorCode;
  readonly message: string;
  readonly faults?: readonly Fault[];
  readonly location?: SourceLocation;
  readonly errCode?: number;
  /** The stack in terms of the author's source; for logs and reports of the author, never for a client. */
  readonly stack?: string;
}

/**
 * Turns anything thrown into plain JSON.
 *
 * @param error What was thrown: a `WorkflowError` keeps its code, everything else gets `fallback`.
 * @param fallback The code for what is not a `WorkflowError`.
 * @returns The error as JSON.
 */
export function serializeError(error: unknown, fallback: WorkflowErrorCode = "internal"): SerializedError {
  if (!(error instanceof WorkflowError)) {
    return error instanceof Error
      ? { code: fallback, message: toMessage(error), ...(error.stack ? { stack: error.stack } : {}) }
      : { code: fallback, message: toMessage(error) };
  }
  return {
    code: error.code,
    message: error.message,
    ...(error.faults.length > 0 ? { faults: error.faults } : {}),
    ...(error.location ? { location: error.location } : {}),
    ...(error.errCode !== undefined ? { errCode: error.errCode } : {}),
    ...(error.stack ? { stack: error.stack } : {}),
  };
}

/**
 * Turns a serialized error back into a `WorkflowError`.
 *
 * @param serialized What {@linkcode serializeError} returned, in this or another process.
 * @returns An error with the same code, message, faults and location; its stack is the original one.
 */
export function reviveError(serialized: SerializedError): WorkflowError {
  const error = new WorkflowError(serialized.code, serialized.message, {
    ...(serialized.faults ? { faults: serialized.faults } : {}),
    ...(serialized.location ? { location: serialized.location } : {}),
    ...(serialized.errCode !== undefined ? { errCode: serialized.errCode } : {}),
  });
  // Its own would be that of this function.
  error.stack = serialized.stack ?? `${error.name}: ${error.message}`;
  return error;
}

/**
 * Says in one line what was thrown, whatever it was.
 *
 * @param error Anything that was thrown: an error, a string, an object, nothing.
 * @returns The message, with the error's name before it where that is not simply `Error`.
 */
export function toMessage(error: unknown): string {
  try {
    if (error instanceof WorkflowError) return error.message;
    if (error instanceof Error) {
      const message = error.message || listErrors(error) || "no message";
      return error.name && error.name !== "Error" ? `${error.name}: ${message}` : message;
    }
    if (typeof error === "string") return error;
    if (error === undefined || error === null) return `${error} was thrown`;
    return JSON.stringify(error) ?? String(error);
  } catch {
    return "an error that cannot be shown";
  }
}

/** What failed to connect to every address of a host says nothing itself. */
function listErrors(error: Error): string {
  return error instanceof AggregateError ? error.errors.map((one) => toMessage(one)).join("; ") : "";
}
