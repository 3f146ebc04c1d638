import { isObject } from "./json_object.ts";
import { ERROR_CODES, type RequestMessage } from "./json_rpc.ts";
import { LEGACY_METHODS } from "./legacy_era.ts";
import type { MethodTable } from "./method.ts";
import { MODERN_METHODS, MODERN_VERSIONS } from "./modern_era.ts";
import { CAPABILITIES_KEY, readMeta, VERSION_KEY } from "./request_meta.ts";
import { RpcError } from "./rpc_error.ts";

/**
 * Finds out which era of the protocol a request belongs to: the newer one when its `_meta` names a protocol version.
 * Decided for each request anew, as MCP 2026-07-28 wants it, so that clients of both eras could share a connection.
 *
 * @param request The request.
 * @returns The methods of its era.
 * @throws {RpcError} When it belongs to the newer era and its `_meta` is not as that wants it.
 */
export function chooseMethods({ method, params }: RequestMessage): MethodTable {
  const meta = readMeta(params);
  const version = meta[VERSION_KEY];
  const isModern = MODERN_VERSIONS.some((known) => known === version);
  if (method === "initialize" && !isModern) return LEGACY_METHODS;
  if (version === undefined && method !== "server/discover") return LEGACY_METHODS;
  if (typeof version !== "string") throw malformed(VERSION_KEY, "a string");
  if (!isModern) {
    throw new RpcError(
      ERROR_CODES.unsupportedProtocolVersion,
      `Unsupported protocol version "${version}": this server speaks ${MODERN_VERSIONS.join(", ")}`,
      { supported: MODERN_VERSIONS, requested: version },
    );
  }
  if (!isObject(meta[CAPABILITIES_KEY])) throw malformed(CAPABILITIES_KEY, "an object");
  return MODERN_METHODS;
}

function malformed(key: string, kind: string): RpcError {
  return new RpcError(ERROR_CODES.invalidParams, `Invalid "_meta": "${key}" must be ${kind}`, {
    faults: [{ path: `_meta["${key}"]`, reason: `must be ${kind}` }],
  });
}
