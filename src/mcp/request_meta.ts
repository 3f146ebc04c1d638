import { isObject, type JsonObject } from "./json_object.ts";

/** Where each request of MCP 2026-07-28 names the protocol version that it speaks. */
export const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** Where each request of MCP 2026-07-28 says what its client can do. */
export const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

/**
 * What a request says of itself.
 *
 * @param params The params of the request.
 * @returns Its `_meta`; empty where there is none.
 */
export function readMeta({ _meta: meta }: JsonObject): JsonObject {
  return isObject(meta) ? meta : {};
}
