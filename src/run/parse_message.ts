import type { SerializedError } from "../errors.ts";
import { type Fields, isCount, isFields, isFinite, isText, isTextOrNull } from "./_shapes.ts";
import {
  isAnswer,
  isAnswerRecord,
  isInteractionRequest,
  isStepRecord,
  isTokenUsage,
} from "./is_journal_record.ts";
import type {
  ExecutorMessage,
  FromWorker,
  HostCall,
  HostMessage,
  LogStream,
  RunEvent,
  RunOutcome,
} from "./protocol.ts";

const METHODS: ReadonlySet<unknown> = new Set<HostMessage["method"]>([
  "open",
  "load",
  "answer",
  "suspend",
  "host_result",
  "describe",
  "resolve",
  "run",
  "cancel",
]);
const LOG_STREAMS: ReadonlySet<unknown> = new Set<LogStream>([
  "stdout",
  "stderr",
  "debug",
  "info",
  "warn",
  "error",
]);

/**
 * Reads what a host sent to its executor.
 *
 * @param text One frame's text.
 * @returns The message, or undefined if it is none.
 */
export function parseHostMessage(text: string): HostMessage | undefined {
  const message = parseFields(text);
  const fits = message?.type === "request" && isCount(message.id) && METHODS.has(message.method) &&
    (message.params === null || isFields(message.params));
  // The host is this same executable, and the parent of this process: the shape of `params` is its own.
  return fits ? message as unknown as HostMessage : undefined;
}

/**
 * Reads what an executor sent to its host.
 *
 * @param text One frame's text.
 * @returns The message, or undefined if it is none.
 */
export function parseExecutorMessage(text: string): ExecutorMessage | undefined {
  const message = parseFields(text);
  if (!message) return undefined;
  switch (message.type) {
    case "response": {
      const fits = isCount(message.id) &&
        (message.ok === true
          ? "result" in message
          : message.ok === false && isSerializedError(message.error));
      return fits ? message as unknown as ExecutorMessage : undefined;
    }
    case "event":
      return typeof message.runId === "string" && isRunEvent(message.event)
        ? message as unknown as ExecutorMessage
        : undefined;
    case "load_log":
      return typeof message.text === "string" ? message as unknown as ExecutorMessage : undefined;
    case "waiting":
      return typeof message.runId === "string" && isInteractionRequest(message.request)
        ? message as unknown as ExecutorMessage
        : undefined;
    case "host_call":
      return isText(message.runId) && isHostCall(message) ? message as unknown as ExecutorMessage : undefined;
    case "host_call_abort":
      return isCount(message.id) ? { type: "host_call_abort", id: message.id } : undefined;
    case "spent":
      return { type: "spent" };
    default:
      return undefined;
  }
}

/**
 * Reads what a run worker sent. Project code shares the worker, so this may be forged or broken.
 *
 * @param data The message event's data.
 * @returns The message, or undefined if it is none.
 */
export function parseWorkerMessage(data: unknown): FromWorker | undefined {
  if (typeof data !== "string") return parseStoreMessage(data);
  const message = parseFields(data);
  if (!message) return undefined;
  switch (message.type) {
    case "loaded":
      return "definition" in message ? { type: "loaded", definition: message.definition } : undefined;
    case "load_failed":
      return isSerializedError(message.error) ? { type: "load_failed", error: message.error } : undefined;
    case "event":
      return isRunEvent(message.event) ? { type: "event", event: message.event } : undefined;
    case "outcome":
      return isRunOutcome(message.outcome) ? { type: "outcome", outcome: message.outcome } : undefined;
    case "step":
      return isStepRecord(message.record) ? { type: "step", record: message.record } : undefined;
    case "answer":
      return isAnswerRecord(message.record) ? { type: "answer", record: message.record } : undefined;
    case "ask": {
      const { request, startOrder, askedAt } = message;
      const fits = isInteractionRequest(request) && isCount(startOrder) && isFinite(askedAt);
      return fits ? { type: "ask", request, startOrder, askedAt } : undefined;
    }
    case "host_call": {
      if (!isHostCall(message)) return undefined;
      const { id, method, params } = message;
      return { type: "host_call", id, method, params };
    }
    case "host_call_abort":
      return isCount(message.id) ? { type: "host_call_abort", id: message.id } : undefined;
    case "cancelled":
      return { type: "cancelled" };
    default:
      return undefined;
  }
}

/** What is asked, and with what, is for whoever answers to say. */
function isHostCall(message: Fields): message is Fields & HostCall & { readonly id: number } {
  return isCount(message.id) && isText(message.method) && "params" in message;
}

/** What may carry bytes comes as it is; what is asked, and with what, is for `parseStoreCall` to say. */
function parseStoreMessage(data: unknown): FromWorker | undefined {
  if (!isFields(data) || data.type !== "store") return undefined;
  const { id, method, params } = data;
  return isCount(id) && isText(method) ? { type: "store", id, method, params } : undefined;
}

function isRunOutcome(value: unknown): value is RunOutcome {
  if (!isFields(value)) return false;
  switch (value.status) {
    case "success":
      return "output" in value;
    case "failed":
      return isSerializedError(value.error);
    case "ended":
      return value.reason === "cancelled" || value.reason === "timeout";
    case "suspended":
      return true;
    default:
      return false;
  }
}

function isRunEvent(value: unknown): value is RunEvent {
  if (!isFields(value) || !Number.isFinite(value.at)) return false;
  switch (value.type) {
    case "node_started":
      return isText(value.id) && isText(value.title) && isTextOrNull(value.parent);
    case "node_finished":
      return isText(value.id) && isCount(value.attempts) &&
        (value.error === undefined || isText(value.error)) &&
        (value.usage === undefined || isTokenUsage(value.usage));
    case "asked":
      return isInteractionRequest(value.request);
    case "answered":
      return isText(value.key) && isAnswer(value.answer);
    case "progress":
      return isFraction(value.fraction) && (value.message === undefined || isText(value.message));
    case "log":
      return LOG_STREAMS.has(value.stream) && isText(value.text) && isTextOrNull(value.node);
    default:
      return false;
  }
}

function isSerializedError(value: unknown): value is SerializedError {
  return isFields(value) && isText(value.code) && isText(value.message) &&
    (value.stack === undefined || isText(value.stack)) &&
    (value.errCode === undefined || Number.isSafeInteger(value.errCode)) &&
    (value.faults === undefined || Array.isArray(value.faults)) &&
    (value.location === undefined || isFields(value.location));
}

function parseFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFraction(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}
