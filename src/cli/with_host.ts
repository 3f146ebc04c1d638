import type { WorkflowHost } from "../run/workflow_host.ts";
import { describePruned } from "../run/describe_pruned.ts";
import { pruneDaily } from "../run/prune_daily.ts";
import { readDataDir } from "./data_dir.ts";
import { toDiagnostic } from "./diagnostic.ts";
import { EXIT_CODES, type Outcome } from "./exit_codes.ts";
import { onSignals } from "./on_signals.ts";
import { printDiagnostic } from "./printer.ts";
import { openHost, type OpenHostOptions } from "./open_host.ts";

/**
 * Opens a project, for one thing to be done with it.
 *
 * @param project The project, and the options of the command line.
 * @param use What to do; its signal aborts when a person or a client interrupts the program.
 * @returns What `use` returned; exit code 130 if it was interrupted before it returned anything.
 * @throws {WorkflowError} If the project cannot be served, and what `use` throws.
 */
export async function withHost(
  project: Omit<OpenHostOptions, "signal">,
  use: (host: WorkflowHost, signal: AbortSignal) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const interrupted = new AbortController();
  const { signal } = interrupted;
  using _signals = onSignals(() => interrupted.abort());
  let host: WorkflowHost | undefined;
  try {
    host = await openHost({ ...project, signal });
    return await use(host, signal);
  } catch (error) {
    if (signal.aborted) return { exitCode: EXIT_CODES.interrupted };
    throw error;
  } finally {
    await host?.close({ isPatient: !signal.aborted });
    if (host && !signal.aborted) await lookAfter(readDataDir(project.options));
  }
}

/** A program that ends soon does it at its end, where nobody waits for a run any more. */
async function lookAfter(dataDir: string): Promise<void> {
  try {
    const said = describePruned(await pruneDaily(dataDir));
    if (said !== undefined) printDiagnostic(said.replaceAll(/^(?=.)/gm, "workflow-code: "));
  } catch (error) {
    printDiagnostic(`workflow-code: ${toDiagnostic(error)}\n`);
  }
}
