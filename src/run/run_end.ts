import { type SerializedError, serializeError, toMessage, WorkflowError } from "../errors.ts";
import { STORE_FAILURE } from "../store/store_error.ts";
import type { RunOutcome } from "./protocol.ts";
import type { RunEnd } from "./report_builder.ts";
import type { RunError } from "./report.ts";

/**
 * Puts how a run ended by itself, or was ended, in a report's terms.
 *
 * @param outcome The executor's answer.
 * @param timeout The run's time limit in milliseconds, for the message.
 * @returns The end for the report.
 */
export function toRunEnd(outcome: RunOutcome, timeout: number): RunEnd {
  switch (outcome.status) {
    case "suspended":
      return toFailedEnd(new WorkflowError("internal", "The run's worker was ended while it did not wait"));
    case "success":
      return outcome;
    case "failed":
      return {
        status: "failed",
        error: toRunError(outcome.error),
        ...("output" in outcome ? { output: outcome.output } : {}),
      };
    case "ended":
      return outcome.reason === "cancelled"
        ? { status: "cancelled", error: { code: "cancelled", message: "The run was cancelled" } }
        : {
          status: "timeout",
          error: { code: "timeout", message: `The run took longer than its limit of ${timeout} ms` },
        };
  }
}

/**
 * Puts a failure around a run, such as the death of its executor, in a report's terms.
 *
 * @param error What was thrown.
 * @returns The end for the report.
 */
export function toFailedEnd(error: unknown): RunEnd {
  const known = error instanceof WorkflowError ? error.code : undefined;
  const code = known === "executor_crashed" || known === "file_rejected" ? known : "run_failed";
  const message = known === "store_failed" ? STORE_FAILURE : toMessage(error);
  return { status: "failed", error: { code, message } };
}

/**
 * Gives what is to be logged of a failed store: a report does not tell it.
 *
 * @param error What was thrown.
 * @returns The error, or `undefined` if it is about something else.
 */
export function toStoreFailure(error: unknown): SerializedError | undefined {
  return error instanceof WorkflowError && error.code === "store_failed" ? serializeError(error) : undefined;
}

function toRunError(error: SerializedError): RunError {
  const known = error.code === "interaction_declined" ? error.code : "run_failed";
  return {
    code: error.code === "business_error" && error.errCode ? "business_error" : known,
    message: error.code === "store_failed" ? STORE_FAILURE : error.message,
    ...(error.code === "business_error" && error.errCode ? { errCode: error.errCode } : {}),
    ...(error.location ? { location: error.location } : {}),
  };
}
