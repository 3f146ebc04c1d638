import type { McpCallResult, McpContent } from "../core/api.ts";
import { toCanonicalJson } from "../core/canonical_json.ts";

/**
 * Reads what a server answered to a call, whatever it is.
 *
 * @param result The result of `tools/call`.
 * @returns Its content. Structured content, of which nothing else speaks, is added as JSON text unless a text is the same.
 */
export function readResult(result: Readonly<Record<string, unknown>>): McpCallResult {
  const { content, structuredContent, isError, toolResult } = result;
  // `toolResult` is what there was before content, in 2024-10-07.
  const parts = content === undefined
    ? toText(toolResult)
    : Array.isArray(content)
    ? content.flatMap(toPart)
    : toText(content);
  const added = isTold(structuredContent, parts) ? [] : toText(structuredContent);
  return { content: [...parts, ...added], isError: isError === true };
}

function toPart(part: unknown): McpContent[] {
  return isContent(part) ? [part] : toText(part);
}

/** Whether callers may rely on what it says to be. */
function isContent(part: unknown): part is McpContent {
  return isObject(part) && typeof part.type === "string" &&
    [part.text, part.data, part.mimeType].every((value) => value === undefined || typeof value === "string");
}

function toText(value: unknown): McpContent[] {
  if (value === undefined || value === null) return [];
  return [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }];
}

/** Whether a text already says the same, as servers should make it. */
function isTold(structured: unknown, parts: readonly McpContent[]): boolean {
  if (structured === undefined || structured === null) return true;
  const told = toCanonicalJson(structured);
  return parts.some(({ text }) =>
    typeof text === "string" && (text === structured || canonicalText(text) === told)
  );
}

function canonicalText(text: string): string | undefined {
  try {
    return toCanonicalJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
