import { isCredentialKey } from "../connector/credential_key.ts";

/** Variables that say where and who one is; they are in every path that a run prints. */
const HARMLESS =
  /^(HOME|PATH|PWD|OLDPWD|USER|USERNAME|LOGNAME|SHELL|TZ|LANG|LC_[A-Z]+|TMPDIR|TEMP|TMP|NODE_ENV|TERM)$/;
/** A value shorter than this of a variable that does not look like a credential is a word like any other. */
const SHORTEST = 8;

/**
 * Picks the values that must not be shown or recorded out of what a project's runs get.
 *
 * @param env The environment granted to them.
 * @param inherited The keys that they inherit: a credential can only come so, or in `.env`.
 * @returns The values.
 */
export function credentialValues(
  env: Readonly<Record<string, string>>,
  inherited: readonly string[],
): readonly string[] {
  return Object.entries(env).filter(([key, value]) =>
    isCredentialKey(key) || (inherited.includes(key) && value.length >= SHORTEST && !HARMLESS.test(key))
  ).map(([, value]) => value).filter((value) => value !== "");
}
