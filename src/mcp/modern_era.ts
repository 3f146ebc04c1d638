import { dropUndefined } from "../core/drop_undefined.ts";
import { callTool } from "./call_tool.ts";
import { type FormChannel, showsForms } from "./elicitation.ts";
import type { ServerIdentity } from "./handlers.ts";
import type { JsonObject } from "./json_object.ts";
import { listTools } from "./list_tools.ts";
import { readRetry } from "./read_retry.ts";
import { CAPABILITIES_KEY, readMeta } from "./request_meta.ts";
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
  ["tools/call", callOrAsk],
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

/** There are no requests to the client in this era: what it is to ask, it finds in the result. */
async function callOrAsk(context: MethodContext): Promise<JsonObject> {
  const forms: FormChannel | undefined = showsForms(readMeta(context.params)[CAPABILITIES_KEY])
    ? { kind: "return", protocolVersion: MODERN_VERSIONS[0] }
    : undefined;
  const result = await callTool(context, dropUndefined({ forms, retry: readRetry(context.params) }));
  return "inputRequests" in result
    ? { ...complete(result, context.identity), resultType: "input_required" }
    : complete(result, context.identity);
}

function complete(result: object, identity: ServerIdentity): JsonObject {
  return {
    resultType: "complete",
    ...result,
    _meta: { "io.modelcontextprotocol/serverInfo": toServerInfo(identity) },
  };
}
