import type { Answer } from "../../core/interaction.ts";
import { WorkflowError } from "../../errors.ts";
import type { EndedRun, RunResult, Stretch, WaitingRun } from "../../run/active_run.ts";
import type { RunService } from "../../run/run_service.ts";
import { toPrintable } from "../printable.ts";
import type { Terminal } from "./terminal.ts";
import { askOnTerminal } from "./terminal_form.ts";

/** Options for {@linkcode converse}. */
export interface ConverseOptions {
  readonly runs: Pick<RunService, "answer">;
  readonly terminal: Terminal;
  /** Takes what happens in the run between its questions. */
  readonly onEvent?: Stretch["onEvent"];
  /** As for `RunService.answer`. */
  readonly force?: boolean;
  /** Cancels the run where it works; where it waits, gives up asking and leaves it waiting. */
  readonly signal: AbortSignal;
}

/**
 * Asks a person on a terminal whatever a run asks.
 *
 * @param result What the run has come to.
 * @param options The runs, the terminal, and until when.
 * @returns The run's end; its question where the person has ended the input.
 * @throws {WorkflowError} `not_resumable` if somebody else has answered meanwhile.
 * @throws The signal's reason, or an `AbortError`, where the person interrupted a question.
 */
export async function converse(result: RunResult, options: ConverseOptions): Promise<RunResult> {
  while (result.status === "waiting") {
    const next: Answer | EndedRun | undefined = await ask(result, options);
    if (!next) return result;
    result = "report" in next ? next : await answer(result, { ...options, given: next });
  }
  return result;
}

/** A run can end although it waits. */
async function ask(
  { request, report: { runId, entrypointTitle }, over }: WaitingRun,
  { terminal, signal }: ConverseOptions,
): Promise<Answer | EndedRun | undefined> {
  const ended = new AbortController();
  terminal.write(toPrintable(`\nRun ${runId} of ${entrypointTitle} asks (Ctrl-C leaves it waiting):\n`));
  return await Promise.race([
    over.then((end) => {
      ended.abort();
      return end;
    }),
    askOnTerminal(request, { terminal, signal: AbortSignal.any([signal, ended.signal]) }),
  ]);
}

async function answer(
  waiting: WaitingRun,
  { runs, terminal, force = false, signal, onEvent, given }: ConverseOptions & { readonly given: Answer },
): Promise<RunResult> {
  const { request: { key }, report: { runId } } = waiting;
  try {
    return await runs.answer({ runId, key, answer: given, force, signal, ...(onEvent ? { onEvent } : {}) });
  } catch (error) {
    if (!(error instanceof WorkflowError) || error.code !== "file_rejected") throw error;
    terminal.write(`\n${toPrintable(error.message)}\n`);
    return waiting;
  }
}
