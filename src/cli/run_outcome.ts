import type { RunResult } from "../run/active_run.ts";
import { EXIT_CODES, type ExitCode, type Outcome } from "./exit_codes.ts";

/**
 * Turns what a run has come to into a command's outcome: its report, and an exit code that tells how it went.
 *
 * @param result The run's end or its question, which the report shows as its last interaction.
 * @param signal Aborted when the person interrupted the command.
 * @returns The outcome.
 */
export function toRunOutcome({ status, report }: RunResult, signal: AbortSignal): Outcome {
  return { exitCode: toExitCode(), stdout: `${JSON.stringify(report, null, 2)}\n` };

  function toExitCode(): ExitCode {
    if (signal.aborted) return EXIT_CODES.interrupted;
    if (status === "waiting") return EXIT_CODES.waiting;
    return report.status === "success" ? EXIT_CODES.success : EXIT_CODES.failed;
  }
}
