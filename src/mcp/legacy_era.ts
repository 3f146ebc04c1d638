import { dropUndefined } from "../core/drop_undefined.ts";
import { callTool } from "./call_tool.ts";
import type { JsonObject } from "./json_object.ts";
import { listTools } from "./list_tools.ts";
import { CAPABILITIES, type Method, type MethodContext, type MethodTable, toServerInfo } from "./method.ts";

/** The protocol versions that begin with `initialize`, newest first. What is used here is the same in all of them. */
const LEGACY_VERSIONS = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
] as const;

/** The methods for clients that begin with `initialize`. Nothing keeps them from leaving that out. */
export const LEGACY_METHODS: MethodTable = new Map<string, Method>([
  ["initialize", initialize],
  ["ping", () => ({})],
  ["tools/list", listTools],
  ["tools/call", (context) => callTool(context, dropUndefined({ forms: context.client.forms }))],
]);

/** A client that asks for a version unknown here is offered the newest, and decides whether it can speak that. */
function initialize({ params, identity, client }: MethodContext): JsonObject {
  const { instructions } = identity;
  const protocolVersion = LEGACY_VERSIONS.find((version) => version === params.protocolVersion) ??
    LEGACY_VERSIONS[0];
  client.greet({ protocolVersion, capabilities: params.capabilities });
  return {
    protocolVersion,
    capabilities: CAPABILITIES,
    serverInfo: toServerInfo(identity),
    ...(instructions === undefined ? {} : { instructions }),
  };
}
