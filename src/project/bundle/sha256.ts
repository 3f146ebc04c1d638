/**
 * SHA-256 of bytes.
 *
 * @param bytes The bytes.
 * @returns Lower-case hexadecimal digits.
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
