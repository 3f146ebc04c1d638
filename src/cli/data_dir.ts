import { homedir } from "node:os";
import { join } from "@std/path";
import type { OptionValues } from "./option_values.ts";

/**
 * The root of local data.
 *
 * @param options The options of the command line.
 * @returns What `--data-dir` says, else `~/.workflow-code`.
 */
export function readDataDir(options: OptionValues): string {
  return options.get("data-dir")?.[0] ?? join(homedir(), ".workflow-code");
}
