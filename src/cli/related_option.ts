import { isAbsolute } from "@std/path";
import { WorkflowError } from "../errors.ts";

/** The option that binds related projects. */
export const RELATED_PROJECT = "related-project";

/**
 * Reads the values of `--related-project`.
 *
 * @param values Each `<alias>=<absolute-project-dir>`.
 * @returns The folders by alias, in the given order.
 * @throws {WorkflowError} `usage`, if one has another form or an alias is given twice.
 *
 * @example
 * ```ts
 * import { readRelatedDirs } from "./related_option.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(readRelatedDirs(["billing=/projects/a=b"]), new Map([["billing", "/projects/a=b"]]));
 * ```
 */
export function readRelatedDirs(values: readonly string[]): Map<string, string> {
  const dirs = new Map<string, string>();
  for (const value of values) {
    const [, alias = "", dir = ""] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
    if (alias === "" || dir === "") {
      throw usage(`must be <alias>=<absolute-project-dir>, found ${JSON.stringify(value)}`);
    }
    if (!isAbsolute(dir)) {
      const why = dir.startsWith("~") ? "; ~ stands for nothing here" : "";
      throw usage(
        `needs an absolute path for ${JSON.stringify(alias)}, found ${JSON.stringify(dir)}${why}`,
      );
    }
    if (dirs.has(alias)) throw usage(`may bind ${JSON.stringify(alias)} once, found it twice`);
    dirs.set(alias, dir);
  }
  return dirs;
}

function usage(what: string): WorkflowError {
  return new WorkflowError("usage", `--${RELATED_PROJECT} ${what}`);
}
