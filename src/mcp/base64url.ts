/**
 * Writes bytes in the letters that are safe everywhere (RFC 4648, section 5), without padding.
 *
 * @param bytes The bytes.
 * @returns The text.
 */
export function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Reads what {@linkcode toBase64Url} wrote, and nothing else: each text of bytes has exactly one.
 *
 * @param text The text.
 * @returns The bytes, or `undefined` where it is none.
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return toBase64Url(bytes) === text ? bytes : undefined;
}
