import { Buffer } from "node:buffer";
import { keyFault } from "./rules.ts";

/**
 * Makes the cursor that leads to what comes after a key, whatever is written or removed meanwhile.
 *
 * @param key The last key of a page.
 * @returns A text for callers to hand back.
 */
export function toCursor(key: string): string {
  return Buffer.from(key).toString("base64url");
}

/**
 * Reads a cursor.
 *
 * @param cursor What {@linkcode toCursor} made, or anything else.
 * @returns The key, or undefined where it is no cursor.
 */
export function fromCursor(cursor: unknown): string | undefined {
  if (typeof cursor !== "string") return undefined;
  const key = Buffer.from(cursor, "base64url").toString();
  return keyFault(key) === undefined && toCursor(key) === cursor ? key : undefined;
}
