import { WorkflowError } from "../../errors.ts";
import type { RunResult } from "../../run/active_run.ts";
import { notResumable } from "../../run/not_resumable.ts";
import type { StoredRun } from "../../store/journal/stored_run.ts";
import { readStdin } from "../../streams/read_stdin.ts";
import { answerForm } from "../answer_form.ts";
import { asUsage } from "../as_usage.ts";
import { converse } from "../terminal/converse.ts";
import { readDataDir } from "../data_dir.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { findProjectOf } from "../find_project_of.ts";
import { findRun } from "../find_run.ts";
import { type GivenAnswer, readGivenAnswer } from "../given_answer.ts";
import { hintAtAnswer } from "../hint_at_answer.ts";
import { isInterruption } from "../is_interruption.ts";
import type { CommandLine } from "../parse_command.ts";
import { printDiagnostic } from "../printer.ts";
import { toRunOutcome } from "../run_outcome.ts";
import { StdioTerminal } from "../terminal/terminal.ts";
import { withHost } from "../with_host.ts";

/**
 * `workflow-code resume`: goes on with a run that waits for a person, or that ended without a success.
 *
 * @param command The command line.
 * @returns The run report as JSON, and exit codes as for `json`: 3 while the run waits, 130 when the person interrupted,
 * which at a question leaves the run waiting and at work cancels it.
 */
export async function runResume({ operands: [runId = ""], options }: CommandLine): Promise<Outcome> {
  const given = await readGivenAnswer(options, { readStdin: () => new Response(readStdin()).text() });
  const { stored, waiting } = findRun(readDataDir(options), runId);
  checkStatus(stored, given);
  const asked: RunResult | undefined = waiting &&
    { status: "waiting", ...waiting, over: new Promise<never>(() => {}) };
  const answer = given && waiting && await answerForm(waiting.request, given);
  const terminal = !given && Deno.stdin.isTerminal() ? new StdioTerminal() : undefined;
  const settle = (result: RunResult, signal: AbortSignal) => {
    hintAtAnswer(result, options);
    return toRunOutcome(result, signal);
  };
  if (asked && !answer && !terminal) return settle(asked, new AbortController().signal);

  const force = options.has("force");
  const project = await findProjectOf(stored, { force });
  return await withHost({ ...project, options }, async ({ runs }, signal) => {
    if (asked && answer) {
      const { key } = asked.request;
      return settle(await runs.answer({ runId, key, answer, force, signal }).catch(asUsage), signal);
    }
    const result = asked ?? await runs.resume(runId, { force, signal });
    if (!terminal) return settle(result, signal);
    try {
      return settle(await converse(result, { runs, terminal, force, signal }), signal);
    } catch (error) {
      if (!isInterruption(error)) throw error;
      printDiagnostic(`\nworkflow-code: run ${runId} still waits for its answer\n`);
      return { exitCode: EXIT_CODES.interrupted };
    }
  });
}

/** Says at once what would be refused only after the project has been opened. */
function checkStatus({ runId, status, parent }: StoredRun, given: GivenAnswer | undefined): void {
  if (parent) {
    throw new WorkflowError(
      "not_resumable",
      `Cannot go on with run ${runId}: it is a part of run ${parent.runId}, and goes on with that one; ` +
        `\`workflow-code resume ${parent.runId}\``,
    );
  }
  if (status === "success" || status === "running" || status === "resumed") {
    throw notResumable(runId, { status });
  }
  if (!given || status === "waiting_for_input") return;
  throw new WorkflowError(
    "usage",
    `Cannot answer run ${runId}: it asks nothing, its status is ${status}; resume it without an answer`,
  );
}
