/**
 * JSON-RPC 2.0 as MCP uses it: the shapes of messages, the error codes, and what one incoming line is.
 *
 * @module
 */
import { toMessage } from "../errors.ts";
import { isObject, type JsonObject } from "./json_object.ts";

const MAX_ID_LENGTH = 1024;
/** Of a client's error the beginning is enough. */
const MAX_ERROR_LENGTH = 1000;

/** What ties an answer to its request. Strings and numbers never match each other: `"5"` is not `5`. */
export type RequestId = string | number;

/** Every error code that this server sends. */
export const ERROR_CODES = {
  /** The line is not JSON. */
  parseError: -32700,
  /** It is JSON, but not a message that may be sent here. */
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** MCP 2026-07-28: the version in the request's `_meta` is not spoken here. */
  unsupportedProtocolVersion: -32022,
} as const;

/** One of {@linkcode ERROR_CODES}. */
export type ErrorCode = typeof ERROR_CODES[keyof typeof ERROR_CODES];

/** The `error` member of an answer. */
export interface ErrorObject {
  readonly code: ErrorCode;
  readonly message: string;
  readonly data?: unknown;
}

/** What a client asks, and waits for the answer to. */
export interface RequestMessage {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  /** Empty where the message has none. */
  readonly params: JsonObject;
}

/** What a client tells. It is never answered. */
export interface NotificationMessage {
  readonly kind: "notification";
  readonly method: string;
  /** Empty where the message has none. */
  readonly params: JsonObject;
}

/** A client's answer to a request of ours. */
export interface ResponseMessage {
  readonly kind: "response";
  /** The id of the request; null where it is none that could have been given. */
  readonly id: RequestId | null;
  readonly outcome:
    | { readonly ok: true; readonly result: unknown }
    /** In the client's words. */
    | { readonly ok: false; readonly message: string };
}

/** A line that is answered with an error and otherwise ignored. */
export interface InvalidMessage {
  readonly kind: "invalid";
  /** The id of the message where one could be made out, else null. */
  readonly id: RequestId | null;
  readonly error: ErrorObject;
}

/** What a line from a client can be. */
export type IncomingMessage = RequestMessage | NotificationMessage | ResponseMessage | InvalidMessage;

/** What this server writes. */
export type OutgoingMessage =
  | { readonly jsonrpc: "2.0"; readonly id: RequestId; readonly result: object }
  | { readonly jsonrpc: "2.0"; readonly id: RequestId | null; readonly error: ErrorObject }
  | { readonly jsonrpc: "2.0"; readonly id: RequestId; readonly method: string; readonly params: object }
  | { readonly jsonrpc: "2.0"; readonly method: string; readonly params: object };

/**
 * Says what one line is. Nothing in it is trusted, and nothing in it makes this throw.
 *
 * @param line The text between two line feeds.
 * @returns The message, or what is wrong with it.
 */
export function parseMessage(line: string): IncomingMessage {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch (error) {
    return invalid(null, ERROR_CODES.parseError, `Parse error: the line is not JSON (${toMessage(error)})`);
  }
  if (Array.isArray(message)) {
    return invalid(null, ERROR_CODES.invalidRequest, "Batches are not supported: send one message per line");
  }
  if (!isObject(message)) {
    return invalid(null, ERROR_CODES.invalidRequest, "Invalid request: a message is a JSON object");
  }
  return classify(message);
}

function classify(message: JsonObject): IncomingMessage {
  const { method } = message;
  const id = isRequestId(message.id) ? message.id : null;
  if (method === undefined && ("result" in message || "error" in message)) {
    return { kind: "response", id, outcome: toOutcome(message) };
  }
  if (message.jsonrpc !== "2.0") {
    return invalid(id, ERROR_CODES.invalidRequest, 'Invalid request: "jsonrpc" must be "2.0"');
  }
  if (typeof method !== "string") {
    return invalid(id, ERROR_CODES.invalidRequest, 'Invalid request: "method" must be a string');
  }
  if (!("id" in message)) {
    return { kind: "notification", method, params: isObject(message.params) ? message.params : {} };
  }
  if (id === null) {
    return invalid(
      id,
      ERROR_CODES.invalidRequest,
      'Invalid request: "id" must be a string or a number, of sensible length',
    );
  }
  // Some clients write null for what they leave out.
  const params = message.params ?? {};
  if (!isObject(params)) return invalid(id, ERROR_CODES.invalidParams, '"params" must be an object');
  return { kind: "request", id, method, params };
}

function toOutcome({ result, error }: JsonObject): ResponseMessage["outcome"] {
  if (error === undefined || error === null) return { ok: true, result };
  const message = isObject(error) && typeof error.message === "string" ? error.message : "";
  return {
    ok: false,
    message: message.slice(0, MAX_ERROR_LENGTH) || "the client gave an error without a message",
  };
}

/**
 * Tells what can be repeated in an answer. A text of megabytes would make that too long to be sent; and infinity, which is
 * what `JSON.parse` makes of `1e999`, has no JSON.
 *
 * @param value An id or a progress token, as a client gave it.
 * @returns Whether it can be used as one.
 */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" ? value.length <= MAX_ID_LENGTH : Number.isFinite(value);
}

function invalid(id: RequestId | null, code: ErrorCode, message: string): InvalidMessage {
  return { kind: "invalid", id, error: { code, message } };
}
