import type { InteractionRequest } from "../core/interaction.ts";
import type { EntrypointSpec } from "../core/spec.ts";
import { type SerializedError, toMessage } from "../errors.ts";
import type { HostJournal } from "../store/journal/host_journal.ts";
import type { StoredRun } from "../store/journal/stored_run.ts";
import { ActiveRun, type RunResult } from "./active_run.ts";
import type { ExecutorPool } from "./executor_pool.ts";
import type { ImportedValues } from "./import_values.ts";
import { Limiter } from "./limiter.ts";
import { toLogText } from "./log_text.ts";
import type { McpConnections } from "./mcp_connections.ts";
import type { RunEvent } from "./protocol.ts";
import type { EndedReport } from "./report.ts";
import type { ReportBuilder } from "./report_builder.ts";
import { restoreReport } from "./restore_report.ts";
import type { RunObserver } from "./run_observer.ts";
import { toStderr } from "./to_stderr.ts";
import { WaitingRuns } from "./waiting_runs.ts";

/** What {@linkcode ActiveRuns} works with. */
export interface ActiveRunsOptions {
  /** Opens the journal, or gives it again. */
  readonly openJournal: () => HostJournal;
  /** The MCP servers of the runs. */
  readonly mcp: Pick<McpConnections, "open" | "close">;
  /** How many runs may work at a time. */
  readonly maxConcurrency: number;
  /** Takes what runs print. */
  readonly onLog: (text: string, runId: string) => void;
  /** Watches the runs. @default nobody */
  readonly observer?: RunObserver | undefined;
  /** Ends a run that waits in its journal, for a run that would have taken its result and has ended. */
  readonly cancelWaiting: (runId: string) => void;
}

/** What an executor needs of a run, besides the run itself. */
export interface Execution {
  readonly pool: ExecutorPool;
  readonly imported: ImportedValues;
  /** Whether it goes on with the project as it is now. @default false */
  readonly force?: boolean;
}

/** A run that begins. */
export interface BegunRun extends Execution {
  readonly runId: string;
  readonly entrypoint: EntrypointSpec;
  readonly builder: ReportBuilder;
}

/** The runs that this process has begun or taken over, until they have ended or are left to their journal. */
export class ActiveRuns {
  readonly #options: ActiveRunsOptions;
  readonly #limiter: Limiter;
  readonly #runs = new Map<string, ActiveRun>();
  readonly #waiting = new WaitingRuns((runId) => this.#runs.get(runId)?.suspend());

  constructor(options: ActiveRunsOptions) {
    this.#options = options;
    this.#limiter = new Limiter(options.maxConcurrency);
  }

  /** A run; undefined once it has ended or was left to its journal. */
  get(runId: string): ActiveRun | undefined {
    return this.#runs.get(runId);
  }

  /** Takes in a run that begins. */
  begin({ runId, entrypoint, builder, imported, pool, force = false }: BegunRun): ActiveRun {
    const { openJournal, mcp } = this.#options;
    const run = new ActiveRun({
      request: { runId, owner: openJournal().owner, entrypointId: entrypoint.id, ...imported },
      entrypoint,
      builder,
      pool,
      limiter: this.#limiter,
      force,
      servers: {
        open: (signal) => mcp.open(runId, signal),
        close: () => mcp.close(runId),
      },
      onEnd: (report, error) => this.end(report, error),
    });
    this.#runs.set(runId, run);
    return run;
  }

  /** Takes in a run where its journal ends. */
  restore(stored: StoredRun, execution: Execution): ActiveRun {
    const { runId, entrypoint } = stored;
    const builder = restoreReport(stored, this.#options.openJournal().journal);
    return this.begin({ runId, entrypoint, builder, ...execution });
  }

  /** Takes in what happens inside a run. */
  receive(runId: string, event: RunEvent): void {
    if (event.type === "log") this.#options.onLog(toLogText(event), runId);
    this.#options.observer?.event(runId, event);
    this.#runs.get(runId)?.receive(event);
  }

  /** Takes in that a run asks. */
  ask(runId: string, request: InteractionRequest): void {
    this.#runs.get(runId)?.ask(request);
  }

  /**
   * Keeps a run whose stretch has come to a question, for as long as its worker is kept.
   *
   * @param runId The run.
   * @param result What the stretch has come to.
   * @returns The same.
   */
  settle(runId: string, result: RunResult): RunResult {
    if (result.status === "ended") return result;
    // Of several questions, each answer but the last leaves it waiting.
    const isOwn = this.#options.openJournal().journal.setStatus(runId, "waiting_for_input");
    if (isOwn) this.#options.observer?.waiting(result.report);
    this.#waiting.add(runId);
    return result;
  }

  /** Notes that a run that waited here goes on. */
  wake(runId: string): void {
    this.#waiting.remove(runId);
  }

  /** Leaves a run that waits to its journal: its worker is ended, whoever answers goes on with it. */
  leave(runId: string): void {
    this.#runs.get(runId)?.suspend();
    this.#forget(runId);
    this.#options.observer?.left(runId);
  }

  /** Leaves all runs that wait to their journal. */
  leaveAll(): void {
    for (const runId of this.#waiting.ids) this.leave(runId);
  }

  /**
   * Writes down the end of a run and tells of it.
   *
   * @param report Its final report.
   * @param error What was thrown in it.
   */
  end(report: EndedReport, error?: SerializedError): void {
    const { runId } = report;
    const { openJournal, onLog, observer, cancelWaiting } = this.#options;
    this.#forget(runId);
    // The stack is for the author: it goes to the log, never to a client.
    if (error && error.code !== "business_error") {
      const text = `${error.stack ?? error.message}\n`;
      onLog(text, runId);
      observer?.event(runId, toStderr(text));
    }
    try {
      const { journal } = openJournal();
      // Somebody else has it now.
      if (!journal.finish(runId, report)) return observer?.left(runId);
      // Nobody is left who would take the answers.
      for (const part of journal.waitingParts(runId)) cancelWaiting(part);
    } catch (failure) {
      onLog(`The end of the run could not be written: ${toMessage(failure)}\n`, runId);
    }
    observer?.ended(report);
  }

  #forget(runId: string): void {
    this.#runs.delete(runId);
    this.#waiting.remove(runId);
  }
}
