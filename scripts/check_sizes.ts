// Fails when a file has grown too long to be read in one go. Run from the top of the project.
import { type Fault, reportFaults } from "./check/report_faults.ts";
import { readSourceFiles, type SourceFile } from "./check/source_files.ts";

/** The most lines of a file, by the folder that it is in. */
const LIMITS: Readonly<Record<string, number>> = { "main.ts": 30, src: 400, scripts: 400, tests: 600 };

/** Files that are long for a reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "src/core/api.ts": "the whole contract with authors, mostly documentation, which `init` copies as one file",
};

if (import.meta.main) reportFaults(findLongFiles(readSourceFiles(Object.keys(LIMITS))));

/**
 * The files that are longer than the limit of their folder.
 *
 * @param files The files to measure.
 * @returns One fault each, at the first line that is too much; none for {@linkcode EXCEPTIONS}.
 */
export function findLongFiles(files: readonly SourceFile[]): Fault[] {
  return files.flatMap(({ path, text }) => {
    if (path in EXCEPTIONS) return [];
    const limit = LIMITS[path.split("/")[0] ?? ""] ?? Infinity;
    const lines = text.trimEnd().split("\n").length;
    if (lines <= limit) return [];
    const message = `has ${lines} lines, more than ${limit}`;
    return [{ path, line: limit + 1, message, fix: "move what is a thing of its own to a file of its own" }];
  });
}
