import type { McpModelOutput } from "../core/api.ts";
import { toMedia, toText } from "./_content.ts";
import { readResult } from "./_read_result.ts";

/**
 * Says a result as the AI SDK hands it to a model: as text, or in parts where it has data.
 *
 * @param output What `execute` gave; it may have been stored as JSON in between.
 * @returns The output.
 */
export function toModelOutput(output: unknown): McpModelOutput {
  const { content, isError } = readResult(
    typeof output === "object" && output !== null ? { ...output } : { content: output },
  );
  if (isError || content.every((part) => toMedia(part) === undefined)) {
    const value = content.map(toText).filter((text) => text !== undefined).join("\n\n");
    return { type: isError ? "error-text" : "text", value };
  }
  return {
    type: "content",
    value: content.map((part) => {
      const media = toMedia(part);
      if (media === undefined) return { type: "text", text: toText(part) ?? "" };
      return { type: media.mediaType.startsWith("image/") ? "image-data" : "file-data", ...media };
    }),
  };
}
