import { KEY_VARIABLE, URL_VARIABLE } from "./server.ts";

/**
 * Says that a key is not used, where its place names no server for it: people expect it to go with the URL of another place.
 *
 * @param values The variables of one place, the environment or a `.env`.
 * @param where How people call it: `in the environment`.
 * @returns The remark; undefined where there is nothing to remark.
 */
export function findLoneKey(
  values: Readonly<Record<string, string | undefined>>,
  where: string,
): string | undefined {
  if (!values[KEY_VARIABLE]?.trim() || values[URL_VARIABLE]?.trim()) return undefined;
  return `${KEY_VARIABLE} is set ${where} without ${URL_VARIABLE}, and is not used: a key only goes to the server that is ` +
    "named with it";
}
