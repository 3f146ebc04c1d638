import type { OptionValues } from "./option_values.ts";
import { toShellWord } from "./shell_word.ts";

/** Options that do not concern the rest of a run, whatever it asks next. */
const LEFT_OUT: ReadonlySet<string> = new Set(["max-concurrency", "idle-timeout", "answer", "answers"]);

/** Options for {@linkcode toResumeCommand}. */
export interface ResumeCommandOptions {
  /** Where it is pasted. @default this platform */
  readonly platform?: typeof Deno.build.os;
}

/**
 * The command that goes on with a run which waits for a person, to be pasted into a terminal: with the options under which
 * the run was started.
 *
 * @param runId The run.
 * @param options The options of the command line that started it.
 * @param target Where it is pasted.
 * @returns The command line, with double quotes on Windows and single ones elsewhere.
 *
 * @example
 * ```ts
 * import { toResumeCommand } from "./resume_command.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const options = new Map([["data-dir", ["/tmp/my data"]]]);
 * assertEquals(
 *   toResumeCommand("20260828-abcd", options, { platform: "linux" }),
 *   "workflow-code resume 20260828-abcd --data-dir '/tmp/my data'",
 * );
 * ```
 */
export function toResumeCommand(
  runId: string,
  options: OptionValues,
  { platform = Deno.build.os }: ResumeCommandOptions = {},
): string {
  const words = ["workflow-code", "resume", runId];
  for (const [name, values] of options) {
    if (LEFT_OUT.has(name)) continue;
    for (const value of values) {
      words.push(`--${name}`, toShellWord(value, platform));
    }
  }
  return words.join(" ");
}
