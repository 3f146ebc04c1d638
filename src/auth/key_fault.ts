/**
 * Says what is wrong with a key, without showing it.
 *
 * @param key The key.
 * @returns The fault, to be read behind its name; undefined for one that can be sent.
 */
export function keyFault(key: string): string | undefined {
  if (key === "") return "is empty";
  // Such as a line break in the middle, or a quotation mark that a word processor has made.
  return /^[\x21-\x7e]{1,8192}$/.test(key)
    ? undefined
    : "has a blank, a line break or another character that no key has; copy it again";
}
