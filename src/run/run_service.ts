import type { NormalizedMcpServer } from "../core/api.ts";
import type { Answer } from "../core/interaction.ts";
import { parseDefinition } from "../core/parse_definition.ts";
import { secretValues } from "../core/secret_values.ts";
import type { EntrypointSpec, ParamValues, WorkflowSpec } from "../core/spec.ts";
import type { StoredFile } from "../store/stored_file.ts";
import type { HostJournal } from "../store/journal/host_journal.ts";
import type { Journal } from "../store/journal/journal.ts";
import { RESUMABLE_STATUSES } from "../store/journal/run_status.ts";
import type { ParentRun, RunFiles, StoredRun } from "../store/journal/stored_run.ts";
import { whileLocked } from "../store/while_locked.ts";
import type { ActiveRun, EndedRun, RunResult, Stretch } from "./active_run.ts";
import { ActiveRuns } from "./active_runs.ts";
import { answerMcpCall } from "./answer_mcp_call.ts";
import { executorEnvironment } from "./executor_environment.ts";
import { ExecutorPools } from "./executor_pools.ts";
import type { ExecutorProject } from "./executor_process.ts";
import { findSnapshot } from "./find_snapshot.ts";
import { importAnswer } from "./import_answer.ts";
import { type ImportedValues, importValues } from "./import_values.ts";
import { McpConnections } from "./mcp_connections.ts";
import { notResumable } from "./not_resumable.ts";
import { prepareAgain } from "./prepare_again.ts";
import type { GivenAnswer, HostCall, RunOutcome } from "./protocol.ts";
import { recordGiven } from "./record_given.ts";
import { notBound } from "./related/not_bound.ts";
import { ReportBuilder } from "./report_builder.ts";
import { toFailedEnd, toStoreFailure } from "./run_end.ts";
import type { ObservedCall, RunObserver } from "./run_observer.ts";
import { tellGoneOn } from "./tell_gone_on.ts";

/** The arguments of a run that has them already, or needs none any more. */
const NOTHING: ImportedValues = { values: {}, files: {} };

/** What {@linkcode RunService} works with. */
export interface RunServiceOptions {
  readonly projectId: Promise<string>;
  /** What executors run. */
  readonly project: ExecutorProject;
  /** The command that starts an executor. */
  readonly command: readonly string[];
  /** The environment of the host, of which executors get a few names without capability. */
  readonly hostEnv: Readonly<Record<string, string>>;
  /** Opens the journal; called when the first run begins. */
  readonly openJournal: () => HostJournal;
  /** Imports the files of a call; called before project code runs. */
  readonly importFile: (path: string, param: string) => Promise<StoredFile>;
  /** Answers what a run asks of its host; the signal aborts when nobody waits for the answer any more. */
  readonly answerCall: (runId: string, call: HostCall, signal: AbortSignal) => Promise<unknown>;
  /** Whether runs can reach the related project that an alias names. */
  readonly isBound: (alias: string) => Promise<boolean>;
  /** The MCP servers that every run is connected to. */
  readonly mcpServers: Promise<readonly NormalizedMcpServer[]>;
  /** How many runs may work at a time. */
  readonly maxConcurrency: number;
  /** How long the executor is kept without a run, in milliseconds. */
  readonly idleMs: number;
  /** Takes what project code prints: with a run's id, or without while the project is loaded. */
  readonly onLog: (text: string, runId?: string) => void;
  /** Takes the values of secret fields before a run gets them: they are not to be shown in what it prints. @default nobody */
  readonly onSecrets?: (values: readonly string[]) => void;
  /** Watches the runs. @default nobody */
  readonly observer?: RunObserver | undefined;
}

/** One call of an entrypoint: validated, defaults applied, files still paths. */
export interface RunCall extends Stretch {
  readonly entrypoint: EntrypointSpec;
  readonly values: ParamValues;
  /** How it was called, for whoever watches. */
  readonly call?: ObservedCall;
  /** The run that it is a part of. */
  readonly parent?: ParentRun;
}

/** An answer to a run that waits. */
export interface RunAnswer extends Stretch {
  readonly runId: string;
  /** The key of the question. */
  readonly key: string;
  /** Validated; files still paths, unless they are in `files`. */
  readonly answer: Answer;
  /** Files of a store that the answer has, to be imported under their own names. */
  readonly files?: RunFiles;
  /** Whether to go on with the project as it is now, where it is not the one that the run began with. @default false */
  readonly force?: boolean;
}

/** Runs the entrypoints of one project, each call isolated, each run journaled, and reports what they did. */
export class RunService {
  readonly #options: RunServiceOptions;
  readonly #pools: ExecutorPools;
  readonly #runs: ActiveRuns;
  readonly #mcp: McpConnections;
  #journal: HostJournal | undefined;

  constructor(options: RunServiceOptions) {
    this.#options = options;
    const { projectId, project, command, hostEnv, idleMs, maxConcurrency, observer, onLog } = options;
    // Whoever needs one of these is told of its failure.
    for (const part of [projectId, project.setup, project.bundle]) part.catch(() => {});
    this.#mcp = new McpConnections({
      servers: options.mcpServers,
      onLog: (runId, event) => this.#runs.receive(runId, event),
    });
    this.#runs = new ActiveRuns({
      openJournal: () => this.#openJournal(),
      mcp: this.#mcp,
      maxConcurrency,
      onLog,
      observer,
      cancelWaiting: (runId) => this.cancelWaiting(runId),
    });
    this.#pools = new ExecutorPools({
      project,
      command,
      idleMs,
      env: executorEnvironment(hostEnv),
      onEvent: (runId, event) => this.#runs.receive(runId, event),
      onWaiting: (runId, request) => this.#runs.ask(runId, request),
      onCall: (runId, call, signal) =>
        answerMcpCall(this.#mcp, { runId, call, signal }) ?? options.answerCall(runId, call, signal),
      onLog: (text) => onLog(text),
    });
  }

  /**
   * Loads the project and asks what it offers.
   *
   * @returns Its entrypoints.
   * @throws {WorkflowError} `invalid_definition` if it does not load or is wrong.
   */
  async describe(): Promise<WorkflowSpec> {
    using use = this.#pools.of().use();
    const { definition } = await use.executor.request("describe", null);
    await this.#pools.keepBundle();
    return parseDefinition(definition);
  }

  /**
   * Begins a run, and goes on until it ends or asks.
   *
   * @param call The call.
   * @returns Its end, whatever it was, or its question.
   * @throws {WorkflowError} `store_failed` if it cannot be journaled.
   */
  async start(call: RunCall): Promise<RunResult> {
    const startedAt = Date.now();
    const { entrypoint, values, parent, call: how = { cliArgs: [] } } = call;
    const { importFile, project } = this.#options;
    const imported = await importValues(entrypoint.params, { values, importFile }).catch((error) => ({
      error,
    }));
    const { path: bundlePath, id: bundleId } = await project.bundle;
    const { journal, owner } = await this.#reachJournal();
    const projectId = await this.#options.projectId;
    const { projectDir } = await project.setup;
    const files = "error" in imported ? {} : imported.files;
    const run = {
      ...{ projectId, projectDir, entrypoint, values, files, bundleId, bundlePath, owner, startedAt },
      ...(parent ? { parent } : {}),
    };
    const runId = await whileLocked(() => journal.briefly(() => journal.begin(run)));
    // Only now does the journal say that the bundle is needed: it may have been pruned before.
    this.#pools.tryRestoreBundle((why) => this.#options.onLog(`${why}\n`, runId));
    const builder = new ReportBuilder({ runId, projectId, entrypoint, params: values, startedAt });
    const statuses = [{ status: "running", at: startedAt }] as const;
    const snapshot = () => builder.build(Date.now());
    this.#options.observer?.begun({ runId, entrypoint, startedAt, statuses, call: how, snapshot });
    if ("error" in imported) {
      const report = builder.end(Date.now(), toFailedEnd(imported.error));
      this.#runs.end(report, toStoreFailure(imported.error));
      return { status: "ended", report };
    }
    const active = this.#runs.begin({ runId, entrypoint, builder, imported, pool: this.#pools.of() });
    return this.#runs.settle(runId, await active.proceed([], call));
  }

  /**
   * Gives a run the answer that it waits for, and goes on until it ends or asks again: in its worker, or from its journal.
   *
   * @param given The answer.
   * @returns The run's end, or its next question.
   * @throws {WorkflowError} `not_resumable` if it does not wait (any more), or its bundle is gone; `file_rejected`.
   */
  async answer(given: RunAnswer): Promise<RunResult> {
    const { runId, key, answer, files = {} } = given;
    const { journal } = await this.#reachJournal();
    const asked = journal.pending(runId).find(({ request }) => request.key === key);
    if (!asked) throw notResumable(runId, journal.get(runId));
    const { importFile, isBound } = this.#options;
    const { related } = asked.request;
    if (related && !await isBound(related.alias)) throw notBound(runId, related.alias);
    this.#options.onSecrets?.(secretValues(answer, asked.request.fields));
    const ready = await importAnswer(asked.request, { answer, files, importFile });
    return await this.#goOn({ ...given, answers: [ready], from: ["waiting_for_input"] });
  }

  /**
   * Takes up a run that failed, was cancelled, ran out of time or whose process died, behind its last finished step.
   *
   * @param runId The run.
   * @param stretch How it is watched and cancelled; `force` as for {@linkcode RunService.answer}.
   * @returns The run's end, or its question.
   * @throws {WorkflowError} `not_resumable` if there is no such run, it succeeded or goes on, or its bundle is gone.
   */
  async resume(runId: string, stretch: Stretch & { readonly force?: boolean }): Promise<RunResult> {
    return await this.#goOn({
      ...stretch,
      runId,
      answers: [],
      from: RESUMABLE_STATUSES,
    });
  }

  /**
   * Asks the project what a form is to offer.
   *
   * @param entrypointId An entrypoint with `resolveParams`.
   * @param values What has been filled in so far.
   * @returns What that came to; its output is not checked.
   */
  async resolveParams(entrypointId: string, values: Readonly<Record<string, unknown>>): Promise<RunOutcome> {
    using use = this.#pools.of().use();
    return await use.executor.request("resolve", { entrypointId, values });
  }

  /** Ends a run, also one that waits here. */
  cancel(runId: string): EndedRun | undefined {
    return this.#runs.get(runId)?.cancel();
  }

  /** Ends a run that waits in its journal, for nobody here. */
  cancelWaiting(runId: string): EndedRun | undefined {
    const { journal, owner } = this.#openJournal();
    const claimed = journal.claim(runId, { owner, from: ["waiting_for_input"], at: Date.now() });
    if (!claimed) return undefined;
    return this.#runs.restore(claimed, { pool: this.#pools.of(), imported: NOTHING }).cancel();
  }

  /** A run that this process has begun or taken over; undefined once it has ended or was left to its journal. */
  active(runId: string): ActiveRun | undefined {
    return this.#runs.get(runId);
  }

  /** Leaves a run that waits to its journal: its worker is ended, whoever answers goes on with it. */
  leaveWaiting(runId: string): void {
    this.#runs.leave(runId);
  }

  /** What runs have done, also those of other processes; opened when it is first needed. */
  get journal(): Journal {
    return this.#openJournal().journal;
  }

  /**
   * Ends all runs and executors. Runs that wait can be answered later.
   *
   * @param options Whether MCP servers get the time that they may need to put things away. @default false
   */
  async close(options: { readonly isPatient?: boolean } = {}): Promise<void> {
    this.#runs.leaveAll();
    await Promise.all([this.#pools.close(), this.#mcp.closeAll(options)]);
    this.#journal?.[Symbol.dispose]();
  }

  async #goOn(
    { runId, answers, from, force = false, ...stretch }: Stretch & {
      readonly runId: string;
      readonly answers: readonly GivenAnswer[];
      readonly from: readonly StoredRun["status"][];
      readonly force?: boolean;
    },
  ): Promise<RunResult> {
    const { journal, owner } = await this.#reachJournal();
    const before = journal.get(runId);
    if (!before) throw notResumable(runId, undefined);
    // Another process had it meanwhile: what waits here waits for what has been answered.
    if (before.owner !== owner) this.#runs.leave(runId);
    const live = this.#runs.get(runId);
    const current = await this.#options.project.bundle;
    const found = live
      ? undefined
      : await findSnapshot(before, { current, force, describe: () => this.describe() });
    const renewed = found?.renewed;
    const imported = live ? NOTHING : await prepareAgain(before, {
      entrypoint: renewed?.entrypoint ?? before.entrypoint,
      importFile: this.#options.importFile,
    });
    const at = Date.now();
    const claimed = journal.claim(runId, { owner, from, at, ...(renewed ? { renewed } : {}) });
    if (!claimed) throw notResumable(runId, journal.get(runId));
    this.#runs.wake(runId);
    const { observer } = this.#options;
    const open = observer ? journal.pending(runId) : [];
    // Before the run has its turn again: whoever answered is not to be asked again if this process ends meanwhile.
    const recorded = answers.map((given) => recordGiven(journal, runId, given));
    for (const event of recorded) if (event) live?.receive(event);
    const run = live ?? this.#runs.restore(claimed, { pool: this.#pools.of(found?.bundle), imported, force });
    const resumedAt = claimed.history.at(-1)?.at ?? at;
    run.resumed(resumedAt);
    if (observer) tellGoneOn(observer, { claimed, run, isLive: !!live, answers, open, at: resumedAt });
    return this.#runs.settle(runId, await run.proceed(answers, stretch));
  }

  /** Waits for another process that has the journal locked, and goes on with other work meanwhile. */
  async #reachJournal(): Promise<HostJournal> {
    return await whileLocked(() => this.#openJournal());
  }

  #openJournal(): HostJournal {
    return this.#journal ??= this.#options.openJournal();
  }
}
