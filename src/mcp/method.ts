import type { ServerHandlers, ServerIdentity, ToolCall } from "./handlers.ts";
import type { JsonObject } from "./json_object.ts";
import type { LegacyClient } from "./legacy_client.ts";

/** All that a method is given. */
export interface MethodContext {
  readonly params: JsonObject;
  readonly identity: ServerIdentity;
  readonly handlers: ServerHandlers;
  readonly call: ToolCall;
  /** The client where it began with `initialize`; knows nothing where it did not. */
  readonly client: LegacyClient;
}

/**
 * Serves one method of the protocol.
 *
 * @returns The `result` member of the answer.
 * @throws {RpcError} To be answered with that error; with what is thrown otherwise, `toErrorObject` knows how.
 */
export type Method = (context: MethodContext) => object | Promise<object>;

/** The methods of one era of the protocol by name. */
export type MethodTable = ReadonlyMap<string, Method>;

/** What this server offers: tools, and a list of them that never changes while a connection lasts. */
export const CAPABILITIES = { tools: {} } as const;

/**
 * The server's identity in the form that the protocol has for it.
 *
 * @param identity Who the server is.
 * @returns MCP's `Implementation`.
 */
export function toServerInfo({ name, version, title }: ServerIdentity): JsonObject {
  return { name, ...(title === undefined ? {} : { title }), version };
}
