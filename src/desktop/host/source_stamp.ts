import { extname } from "@std/path";
import { readTree } from "../../project/tree.ts";

/** What a bundle or the environment of runs is made of; a new picture or log changes neither. */
const SOURCES = new Set([
  "",
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".json",
  ".txt",
  ".env",
]);

/**
 * Takes a stamp of a project's source: names, sizes and times, so that it can be told cheaply whether a person has changed it.
 *
 * @param dir The project folder.
 * @returns The stamp.
 * @throws {WorkflowError} `invalid_project` if the folder cannot be looked through.
 */
export async function readSourceStamp(dir: string): Promise<string> {
  const { files } = await readTree(dir);
  return files.filter((path) => SOURCES.has(extname(path).toLowerCase())).map((path) => {
    try {
      const { size, mtime } = Deno.statSync(path);
      return `${path} ${size} ${mtime?.getTime()}`;
    } catch {
      return `${path} gone`;
    }
  }).join("\n");
}
