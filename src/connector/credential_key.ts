const CREDENTIAL =
  /(^|_)(TOKENS?|SECRETS?|PASS(WD|WORD|PHRASE)?|PWD|CREDENTIALS?|API_?KEYS?|(ACCESS|PRIVATE|SECRET|SIGNING|ENCRYPTION)_KEY(_ID)?|AUTH|AUTHORIZATION|COOKIE|JWT|PAT|BEARER)(_|$)|(PASSWORD|TOKEN|SECRET|APIKEY)$/i;

/** The two that look like one and hold the working folder. */
const FOLDERS: readonly string[] = ["PWD", "OLDPWD"];

/**
 * Whether the name of an environment variable says that it holds a credential. Such a variable is inherited by name and
 * never written into a definition.
 *
 * @param key The name.
 * @returns Whether it looks like a credential.
 *
 * @example
 * ```ts
 * import { isCredentialKey } from "./credential_key.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isCredentialKey("GITHUB_TOKEN"), true);
 * assertEquals(isCredentialKey("TOKENIZER"), false);
 * ```
 */
export function isCredentialKey(key: string): boolean {
  return CREDENTIAL.test(key) && !FOLDERS.includes(key);
}
