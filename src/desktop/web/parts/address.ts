/**
 * An address with some of its query changed.
 *
 * @param path The path.
 * @param query What is in the query; an empty or absent value leaves the name out.
 * @returns The address.
 *
 * @example
 * ```ts
 * import { toAddress } from "./address.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(toAddress("/", { q: "a b", status: undefined }), "/?q=a+b");
 * assertEquals(toAddress("/", {}), "/");
 * ```
 */
export function toAddress(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const text = new URLSearchParams(given).toString();
  return text === "" ? path : `${path}?${text}`;
}
