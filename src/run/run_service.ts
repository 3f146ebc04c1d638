import { tmpdir } from "node:os";
import { join } from "@std/path";
import { parseDefinition } from "../core/parse_definition.ts";
import type { EntrypointSpec, ParamValue, ParamValues, WorkflowSpec } from "../core/spec.ts";
import type { SerializedError } from "../errors.ts";
import type { RunIds } from "../store/run_ids.ts";
import { executorEnvironment } from "./executor_environment.ts";
import { ExecutorPool } from "./executor_pool.ts";
import type { ExecutorProject } from "./executor_process.ts";
import { Limiter } from "./limiter.ts";
import type { ImportedFile, RunEvent, RunRequest } from "./protocol.ts";
import { ReportBuilder, type RunEnd } from "./report_builder.ts";
import { toFailedEnd, toRunEnd } from "./run_end.ts";
import type { RunReport } from "./report.ts";

/** What {@linkcode RunService} works with. */
export interface RunServiceOptions {
  readonly projectId: Promise<string>;
  /** What executors run. */
  readonly project: ExecutorProject;
  /** The command that starts an executor. */
  readonly command: readonly string[];
  /** The environment of the host, of which executors get a few names without capability. */
  readonly hostEnv: Readonly<Record<string, string>>;
  /** Gives the run ids; called when the first run begins. */
  readonly openRunIds: () => RunIds;
  /** Imports the files of a call; called before project code runs. */
  readonly importFile: (path: string, param: string) => Promise<ImportedFile>;
  /** How many runs may work at a time. */
  readonly maxConcurrency: number;
  /** How long the executor is kept without a run, in milliseconds. */
  readonly idleMs: number;
  /** Takes what project code prints: with a run's id, or without while the project is loaded. */
  readonly onLog: (text: string, runId?: string) => void;
}

/** One call of an entrypoint: validated, defaults applied, files still paths. */
export interface RunCall {
  readonly entrypoint: EntrypointSpec;
  readonly values: ParamValues;
  /** Cancels the run. */
  readonly signal?: AbortSignal;
  /** Takes everything that happens inside the run. */
  readonly onEvent?: (event: RunEvent) => void;
}

interface ActiveRun {
  readonly builder: ReportBuilder;
  readonly onEvent: ((event: RunEvent) => void) | undefined;
}

/** Runs the entrypoints of one project, each call isolated, and reports what they did. */
export class RunService {
  readonly #options: RunServiceOptions;
  readonly #limiter: Limiter;
  readonly #pool: ExecutorPool;
  readonly #runs = new Map<string, ActiveRun>();
  #runIds: RunIds | undefined;

  constructor(options: RunServiceOptions) {
    this.#options = options;
    // Whoever needs one of these is told of its failure.
    for (const part of [options.projectId, options.project.setup, options.project.bundlePath]) {
      part.catch(() => {});
    }
    this.#limiter = new Limiter(options.maxConcurrency);
    this.#pool = new ExecutorPool({
      command: options.command,
      idleMs: options.idleMs,
      env: executorEnvironment(options.hostEnv),
      project: options.project,
      createScratchRoot: () => join(tmpdir(), `workflow-code-${crypto.randomUUID()}`),
      onEvent: (runId, event) => this.#onEvent(runId, event),
      onLog: (text) => options.onLog(text),
    });
  }

  /**
   * Loads the project and asks what it offers.
   *
   * @returns Its entrypoints.
   * @throws {WorkflowError} `invalid_definition` if it does not load or is wrong.
   */
  async describe(): Promise<WorkflowSpec> {
    using use = this.#pool.use();
    const { definition } = await use.executor.request("describe", null);
    return parseDefinition(definition);
  }

  /**
   * Runs one call to its end. Whatever happens to it is told by the report.
   *
   * @param call The call.
   * @returns The final report.
   * @throws {WorkflowError} `store_failed` if no run id can be reserved.
   */
  async run(call: RunCall): Promise<RunReport> {
    this.#runIds ??= this.#options.openRunIds();
    const startedAt = Date.now();
    const runId = this.#runIds.reserve(new Date(startedAt));
    const { entrypoint, values: params } = call;
    const builder = new ReportBuilder({
      runId,
      projectId: await this.#options.projectId,
      entrypoint,
      params,
      startedAt,
    });
    this.#runs.set(runId, { builder, onEvent: call.onEvent });
    try {
      const end = await this.#execute(runId, call);
      return builder.build(Date.now(), end);
    } finally {
      this.#runs.delete(runId);
    }
  }

  async #execute(runId: string, call: RunCall): Promise<RunEnd> {
    const { entrypoint } = call;
    const timer = new AbortController();
    const ended = AbortSignal.any(call.signal ? [call.signal, timer.signal] : [timer.signal]);
    let timeout: ReturnType<typeof setTimeout> | undefined;
    try {
      using _place = await this.#limiter.enter(ended);
      timeout = setTimeout(() => timer.abort(), entrypoint.timeout);
      const request = { runId, entrypointId: entrypoint.id, ...await this.#importFiles(call) };
      ended.throwIfAborted();
      using use = this.#pool.use();
      const outcome = await untilAborted(use.executor.request("run", request), ended);
      if (outcome === undefined) {
        const reason = timer.signal.aborted ? "timeout" : "cancelled";
        use.executor.request("cancel", { runId, reason }).catch(() => {});
        return toRunEnd({ status: "ended", reason }, entrypoint.timeout);
      }
      if (outcome.status === "failed" && outcome.error.code !== "business_error") {
        this.#logFailure(runId, outcome.error);
      }
      return toRunEnd(outcome, entrypoint.timeout);
    } catch (error) {
      if (!ended.aborted) return toFailedEnd(error);
      return toRunEnd(
        { status: "ended", reason: timer.signal.aborted ? "timeout" : "cancelled" },
        entrypoint.timeout,
      );
    } finally {
      clearTimeout(timeout);
    }
  }

  async #importFiles({ entrypoint, values }: RunCall): Promise<Pick<RunRequest, "values" | "files">> {
    const plain: Record<string, ParamValue> = { ...values };
    const files: Record<string, ImportedFile | readonly ImportedFile[]> = {};
    for (const { name, type } of entrypoint.params) {
      const value = values[name];
      if (type !== "file" || value === undefined) continue;
      delete plain[name];
      const load = (path: unknown) => this.#options.importFile(String(path), name);
      files[name] = Array.isArray(value) ? await Promise.all(value.map(load)) : await load(value);
    }
    return { values: plain, files };
  }

  #onEvent(runId: string, event: RunEvent): void {
    const run = this.#runs.get(runId);
    if (!run) return;
    run.builder.apply(event);
    if (event.type === "log") this.#options.onLog(toLogText(event), runId);
    run.onEvent?.(event);
  }

  /** The stack is for the author: it goes to the log, never to a client. */
  #logFailure(runId: string, error: SerializedError): void {
    this.#options.onLog(`${error.stack ?? error.message}\n`, runId);
  }

  /** Ends all runs and executors. */
  async close(): Promise<void> {
    await this.#pool.close();
    this.#runIds?.[Symbol.dispose]();
  }
}

/** What `ctx.log` was given begins with its level. */
function toLogText({ stream, text }: Extract<RunEvent, { type: "log" }>): string {
  return stream === "stdout" || stream === "stderr" ? text : `${stream}: ${text}`;
}

/** Waits for a result, but no longer than until the signal aborts: then the result is undefined. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const onAbort = () => aborted.resolve(undefined);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  work.catch(() => {});
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
