import type { RunResult } from "../run/active_run.ts";
import { toAnswerHint } from "./answer_hint.ts";
import type { OptionValues } from "./option_values.ts";
import { printDiagnostic } from "./printer.ts";

/**
 * Says on stderr how a run that waits can be answered, and nothing of one that has ended.
 *
 * @param result What the run has come to.
 * @param options The options of the command line under which it came to it.
 */
export function hintAtAnswer(result: RunResult, options: OptionValues): void {
  if (result.status !== "waiting") return;
  const { request, report: { runId } } = result;
  printDiagnostic(toAnswerHint(runId, { request, options }));
}
