import type { McpContent } from "../core/api.ts";

/** Data in a part of a result: an image, a sound, a file. */
export interface Media {
  /** Base64. */
  readonly data: string;
  readonly mediaType: string;
}

/**
 * Finds the data in a part.
 *
 * @param part The part.
 * @returns Its data; `undefined` when it is text.
 */
export function toMedia({ type, data, mimeType, resource }: McpContent): Media | undefined {
  if (type === "image" || type === "audio") return readMedia(data, mimeType);
  return type === "resource" && isObject(resource) ? readMedia(resource.blob, resource.mimeType) : undefined;
}

/**
 * Says what a part says in text.
 *
 * @param part The part.
 * @returns The text; `undefined` when it is data.
 */
export function toText(part: McpContent): string | undefined {
  if (toMedia(part) !== undefined) return undefined;
  const { type, text, resource } = part;
  if (type === "text" && typeof text === "string") return text;
  if (isObject(resource) && typeof resource.text === "string") return `${resource.uri}:\n${resource.text}`;
  return JSON.stringify(part);
}

function readMedia(data: unknown, mimeType: unknown): Media | undefined {
  if (typeof data !== "string") return undefined;
  return { data, mediaType: typeof mimeType === "string" ? mimeType : "application/octet-stream" };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
