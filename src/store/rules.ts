/**
 * What the stores of a project accept. The run worker tells authors by these rules what is wrong; the executor refuses by
 * them what comes from a run worker all the same.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { showValue } from "../core/show_value.ts";

/** The most bytes of a key, of the name of a value or collection, and of the id of a document. */
export const MAX_KEY_BYTES = 1024;
/** The most bytes of one value or document, as JSON: 4 MiB. */
export const MAX_VALUE_BYTES = 4 * 1024 * 1024;
/** A page ends after this many bytes, however many entries were asked for. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** The most entries of a page. */
export const MAX_PAGE_ENTRIES = 1000;
/** The most bytes of a document's metadata, as JSON: 64 KiB. */
export const MAX_METADATA_BYTES = 64 * 1024;
/** The most characters of a search. */
const MAX_QUERY_LENGTH = 10_000;
/** The most bytes of a file that cross in one message: 256 KiB. */
export const MAX_CHUNK_BYTES = 256 * 1024;
/** The most results of a search. */
export const MAX_MATCHES = 100;

/**
 * Says what is wrong with a key.
 *
 * @param key Anything.
 * @returns Such as `must be a text of 1 to 1024 bytes, found nothing`; undefined when it is a key.
 */
export function keyFault(key: unknown): string | undefined {
  if (typeof key !== "string" || key === "") {
    return `must be a text of 1 to ${MAX_KEY_BYTES} bytes, found ${showValue(key)}`;
  }
  return lineFault(key);
}

/**
 * Says what is wrong with a text that keys may begin with.
 *
 * @param prefix Anything.
 * @returns The fault; undefined when there may be such keys, as with the empty text.
 */
export function prefixFault(prefix: unknown): string | undefined {
  return prefix === "" ? undefined : keyFault(prefix);
}

/**
 * Says what is wrong with the size of a value.
 *
 * @param json The value, as JSON.
 * @returns The fault; undefined when it is small enough.
 */
export function sizeFault(json: string, most: number = MAX_VALUE_BYTES): string | undefined {
  const size = byteLength(json);
  return size <= most ? undefined : `has ${size} bytes as JSON, at most ${most} are kept`;
}

/**
 * Says what is wrong with the size of a document.
 *
 * @param document Its title and text.
 * @returns The fault; undefined when it is small enough.
 */
export function documentFault(
  document: { readonly title?: string; readonly text: string },
): string | undefined {
  const size = byteLength(document.text) + byteLength(document.title ?? "");
  return size <= MAX_VALUE_BYTES ? undefined : `has ${size} bytes, at most ${MAX_VALUE_BYTES} are kept`;
}

/**
 * Says what is wrong with a search.
 *
 * @param query Anything.
 * @returns The fault; undefined when it is a text that is not too long.
 */
export function queryFault(query: unknown): string | undefined {
  if (typeof query !== "string") return `must be a text, found ${showValue(query)}`;
  if (query.length <= MAX_QUERY_LENGTH) return undefined;
  return `must have at most ${MAX_QUERY_LENGTH} characters, found ${query.length}`;
}

/**
 * Says what is wrong with a count.
 *
 * @param count Anything.
 * @param most The greatest that is accepted.
 * @returns The fault; undefined when it is a whole number from 1 to `most`.
 */
export function countFault(count: unknown, most: number): string | undefined {
  const fits = Number.isSafeInteger(count) && (count as number) >= 1 && (count as number) <= most;
  return fits ? undefined : `must be a whole number from 1 to ${most}, found ${showValue(count)}`;
}

/**
 * Says what is wrong with a time to live.
 *
 * @param ttl Anything.
 * @returns The fault; undefined when it is a number of milliseconds.
 */
export function ttlFault(ttl: unknown): string | undefined {
  const fits = typeof ttl === "number" && Number.isFinite(ttl) && ttl > 0;
  return fits ? undefined : `must be milliseconds greater than 0, found ${showValue(ttl)}`;
}

/** SQLite reads a text no further than its first NUL, and has no bytes for half a character. */
function lineFault(text: string): string | undefined {
  const size = byteLength(text);
  if (size > MAX_KEY_BYTES) return `must be a text of 1 to ${MAX_KEY_BYTES} bytes, found ${size} bytes`;
  if (text.includes("\0")) return `must not contain a NUL character, found ${showValue(text)}`;
  return text.isWellFormed() ? undefined : `must be whole characters, found ${showValue(text)}`;
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
