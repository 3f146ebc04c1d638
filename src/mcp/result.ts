import type { RunReport, RunStatus } from "../run/report.ts";
import { MAX_OUTGOING_BYTES } from "./encode_message.ts";
import type { FieldSummary } from "./field_summary.ts";
import type { ToolResult } from "./handlers.ts";
import type { JsonObject } from "./json_object.ts";
import { measureResult } from "./measure_result.ts";

const KEPT_MESSAGE_LENGTH = 10_000;

/** What every result says of its run. */
export interface ResultHead {
  readonly runId: string;
  readonly status: RunStatus;
  readonly entrypointId: string;
  readonly entrypointTitle: string;
}

/** Why a call gives no good result, in the form that a client gets it. */
export interface ResultError {
  readonly code: string;
  readonly message: string;
  readonly errCode?: number;
  /** What a person is asked for, for `interaction_required`. */
  readonly fields?: readonly FieldSummary[];
}

/**
 * Makes the result of a call from the report of its run: the same object as `structuredContent` and, as JSON, in one text
 * block, since some clients show a model only the one and some only the other. Of the report it holds nothing but what is
 * made for a caller. An output that is too long for a message makes it an error, `output_too_large`, with the run's own
 * status.
 *
 * @param report The report of a run that has ended.
 * @returns The result, an error unless the run succeeded.
 */
export function toToolResult(report: RunReport): ToolResult {
  const { output } = report.result.data;
  const error = toError(report);
  const hasOutput = !error || (output !== null && output !== undefined);
  const result = toResult({
    ...head(report),
    ...(hasOutput ? { output: output === undefined ? {} : output } : {}),
    ...(error ? { error } : {}),
  });
  const size = measureResult(result);
  return size <= MAX_OUTGOING_BYTES ? result : toResult({ ...head(report), error: tooLarge(size, error) });
}

/**
 * Makes the result of a call whose run has not ended.
 *
 * @param run The run as it is.
 * @param error Why the call ends all the same.
 * @returns The result, an error. Fields that do not fit into a message are left out.
 */
export function toErrorResult(run: ResultHead, error: ResultError): ToolResult {
  const result = toResult({ ...head(run), error });
  if (measureResult(result) <= MAX_OUTGOING_BYTES) return result;
  const { code, message } = error;
  return toResult({ ...head(run), error: { code, message: message.slice(0, KEPT_MESSAGE_LENGTH) } });
}

function head({ runId, status, entrypointId, entrypointTitle }: ResultHead): JsonObject {
  return { runId, status, entrypointId, entrypointTitle };
}

function toError({ status, error, result: { errCode, errMsg } }: RunReport): ResultError | undefined {
  if (error) {
    const { code, message } = error;
    return { code, message, ...(error.errCode === undefined ? {} : { errCode: error.errCode }) };
  }
  return status === "success" && errCode === 0
    ? undefined
    : { code: "run_failed", message: errMsg || `The run ended as "${status}"` };
}

/** Leaves the output out, and says so. A run that failed with megabytes of message keeps the beginning of it. */
function tooLarge(size: number, error: ResultError | undefined): ResultError {
  const reason =
    "The result is too large to be sent: with the output, which travels as text and as structured content, " +
    `the message would have ${size} bytes, and at most ${MAX_OUTGOING_BYTES} can be sent`;
  if (!error) return { code: "output_too_large", message: reason };
  return { ...error, message: `${error.message.slice(0, KEPT_MESSAGE_LENGTH)} (${reason})` };
}

function toResult(content: JsonObject): ToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(content) }],
    structuredContent: content,
    ...("error" in content ? { isError: true } : {}),
  };
}
