import type { RunReport, RunStatus } from "../run/report.ts";
import { MAX_OUTGOING_BYTES } from "./encode_message.ts";
import type { FieldSummary } from "./field_summary.ts";
import type { ToolResult } from "./handlers.ts";
import type { JsonObject } from "./json_object.ts";
import { measureResult } from "./measure_result.ts";
import type { ToolHost } from "./tool_host.ts";

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
 * made for a caller. An output that is too long for a message is saved, and the result names its file. Where that fails, it
 * is an error, `output_too_large`, with the run's own status.
 *
 * @param report The report of a run that has ended.
 * @param saveOutput Writes the output to a file for the caller.
 * @returns The result, an error unless the run succeeded.
 */
export async function toToolResult(
  report: RunReport,
  saveOutput: ToolHost["saveOutput"],
): Promise<ToolResult> {
  const { output } = report.result.data;
  const error = toError(report);
  const hasOutput = !error || (output !== null && output !== undefined);
  const result = toResult({
    ...head(report),
    ...(hasOutput ? { output: output === undefined ? {} : output } : {}),
    ...(error ? { error } : {}),
  });
  const size = measureResult(result);
  if (size <= MAX_OUTGOING_BYTES) return result;
  const shortened = error ? { error: { ...error, message: shorten(error.message) } } : {};
  if (!hasOutput) return toResult({ ...head(report), ...shortened });
  const json = JSON.stringify(output);
  let outputFile: string;
  try {
    outputFile = await saveOutput(report.runId, json);
  } catch {
    return toResult({ ...head(report), error: notSaved(size, error) });
  }
  const outputBytes = new TextEncoder().encode(json).length;
  return toResult({ ...head(report), output: null, outputFile, outputBytes, ...shortened });
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
  return toResult({ ...head(run), error: { code, message: shorten(message) } });
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

/** The output is lost to the caller; why the run failed, where it did, is not. */
function notSaved(size: number, error: ResultError | undefined): ResultError {
  const reason = "The output is too large to be sent: it travels as text and as structured content, " +
    `the message would have ${size} bytes, and at most ${MAX_OUTGOING_BYTES} can be sent. It could not be written to a ` +
    "file either: the standard error output of the server says why";
  if (!error) return { code: "output_too_large", message: reason };
  return { ...error, message: `${shorten(error.message)} (${reason})` };
}

/** A run that failed with megabytes of message keeps the beginning of it. */
function shorten(message: string): string {
  const rest = message.length - KEPT_MESSAGE_LENGTH;
  return rest > 0
    ? `${message.slice(0, KEPT_MESSAGE_LENGTH)}... (${rest} more characters were left out)`
    : message;
}

function toResult(content: JsonObject): ToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(content) }],
    structuredContent: content,
    ...("error" in content ? { isError: true } : {}),
  };
}
