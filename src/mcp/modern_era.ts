import { callTool } from "./call_tool.ts";
import type { ServerIdentity } from "./handlers.ts";
import type { JsonObject } from "./json_object.ts";
import { listTools } from "./list_tools.ts";
import { CAPABILITIES, type Method, type MethodContext, type MethodTable, toServerInfo } from "./method.ts";

/** The protocol versions in which every request stands for itself, newest first. */
export const MODERN_VERSIONS = ["2026-07-28"] as const;

/**
 * What a client may keep, and for how long. The catalog never changes under a connection, but it may at the next one,
 * minutes or seconds later, and a client may keep results across connections. Asking again costs a millisecond.
 * `private`, since the defaults in a schema may be a person's own.
 */
const CACHE_HINTS = { ttlMs: 0, cacheScope: "private" } as const;

/** The methods for clients that send their version and capabilities with each request. */
export const MODERN_METHODS: MethodTable = new Map<string, Method>([
  ["server/discover", discover],
  [
    "tools/list",
    async (context) => complete({ ...await listTools(context), ...CACHE_HINTS }, context.identity),
  ],
  ["tools/call", async (context) => complete(await callTool(context), context.identity)],
]);

/** Names only the versions that `_meta` may name; a client of an older one begins with `initialize` and never asks. */
function discover({ identity }: MethodContext): JsonObject {
  const { instructions } = identity;
  return complete({
    supportedVersions: MODERN_VERSIONS,
    capabilities: CAPABILITIES,
    ...(instructions === undefined ? {} : { instructions }),
    ...CACHE_HINTS,
  }, identity);
}

function complete(result: object, identity: ServerIdentity): JsonObject {
  return {
    resultType: "complete",
    ...result,
    _meta: { "io.modelcontextprotocol/serverInfo": toServerInfo(identity) },
  };
}
