import { type SerializedError, serializeError, toMessage, type WorkflowErrorCode } from "../../errors.ts";
import { toAuthorStack } from "./author_stack.ts";
import { explainError } from "./explain_error.ts";
import { locateError } from "./locate_error.ts";
import { stackWithCauses } from "./stack_with_causes.ts";

/** Options for {@linkcode serializeFailure}. */
export interface SerializeFailureOptions {
  /** The code of what is no `WorkflowError`. */
  readonly code: WorkflowErrorCode;
  /** The project folder, once it is known. */
  readonly projectDir: string | undefined;
  /** The folder of this program's own modules. */
  readonly ownDir: string;
  /** The run's temporary folder, whose path means nothing to anyone else. */
  readonly scratchDir: string | undefined;
}

/**
 * Turns what project code threw into plain JSON, with the author's line and stack. What was thrown may throw in turn while
 * it is looked at, as a built-in object that project code has changed may: then less is told.
 *
 * @param error What was thrown.
 * @param options What is known beside it.
 * @returns The error as JSON.
 */
export function serializeFailure(error: unknown, options: SerializeFailureOptions): SerializedError {
  try {
    return serializeFully(error, options);
  } catch {
    return { code: options.code, message: toMessage(error) };
  }
}

function serializeFully(error: unknown, options: SerializeFailureOptions): SerializedError {
  const { code, projectDir, ownDir, scratchDir } = options;
  const { stack, ...serialized } = serializeError(error, code);
  const explained = explainError(error, serialized.message);
  const message = scratchDir === undefined
    ? explained
    : explained.replaceAll(scratchDir, "<temporary folder>");
  const location = serialized.location ?? (projectDir && locateError(error, projectDir));
  return {
    ...serialized,
    message,
    ...(location ? { location } : {}),
    // `Error.prepareStackTrace` of project code may make anything of it.
    ...(typeof stack === "string" ? { stack: toAuthorStack(stackWithCauses(error) ?? stack, ownDir) } : {}),
  };
}
