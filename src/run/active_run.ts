import type { InteractionRequest } from "../core/interaction.ts";
import type { EntrypointSpec } from "../core/spec.ts";
import { type SerializedError, WorkflowError } from "../errors.ts";
import type { ExecutorPool, ExecutorUse } from "./executor_pool.ts";
import type { Places } from "./places.ts";
import type {
  CancelReason,
  GivenAnswer,
  RunEvent,
  RunMcpServer,
  RunOutcome,
  RunRequest,
} from "./protocol.ts";
import { LentPlaces } from "./related/lent_places.ts";
import { RelatedQuestions } from "./related/related_questions.ts";
import type { ReportBuilder, RunEnd } from "./report_builder.ts";
import type { EndedReport, RunReport } from "./report.ts";
import { toFailedEnd, toRunEnd, toStoreFailure } from "./run_end.ts";
import { WorkingTime } from "./working_time.ts";

/** The end of a run. */
export interface EndedRun {
  readonly status: "ended";
  readonly report: EndedReport;
}

/** A question of a run. */
export interface WaitingRun {
  readonly status: "waiting";
  readonly report: RunReport;
  readonly request: InteractionRequest;
  /** Resolves if the run ends although it has not been answered, since something else in it failed; else never. */
  readonly over: Promise<EndedRun>;
}

/** What a run has come to: its end, or a question. */
export type RunResult = EndedRun | WaitingRun;

/** What an {@linkcode ActiveRun} works with. */
export interface ActiveRunOptions {
  readonly request: Omit<RunRequest, "answers">;
  readonly entrypoint: EntrypointSpec;
  readonly builder: ReportBuilder;
  readonly pool: ExecutorPool;
  /** Where it takes its place; a stretch may have others. */
  readonly limiter: Places;
  /** Whether it goes on with the project as it is now, and so do the runs that it calls. */
  readonly force: boolean;
  /** Its MCP servers: connected to before a worker executes it, let go when that worker is. @default none */
  readonly servers?: {
    readonly open: (signal: AbortSignal) => Promise<readonly RunMcpServer[]>;
    readonly close: () => void;
  };
  /** Takes the final report, once, and what was thrown in the run. */
  readonly onEnd: (report: EndedReport, error?: SerializedError) => void;
}

/** What belongs to one stretch of a run, from its start or an answer to its end or a question. */
export interface Stretch {
  /** Cancels the run. */
  readonly signal?: AbortSignal;
  /** Takes everything that happens inside the run. */
  readonly onEvent?: (event: RunEvent) => void;
  /** At the start: the arguments as an MCP client gave them, for whoever watches. */
  readonly mcpInput?: unknown;
  /** Where the run takes its place. @default where all runs of its project do */
  readonly places?: Places;
}

/** One run that this process has begun or taken over, until its end. While it waits it holds no place and no time runs. */
export class ActiveRun {
  readonly #options: ActiveRunOptions;
  readonly #time: WorkingTime;
  readonly #expired = new AbortController();
  readonly #open = new Map<string, InteractionRequest>();
  #asked = Promise.withResolvers<undefined>();
  #place: Disposable | undefined;
  #use: ExecutorUse | undefined;
  #outcome: Promise<RunOutcome> | undefined;
  #onEvent: Stretch["onEvent"];
  readonly #cancelled = new AbortController();
  #end: EndedRun | undefined;
  #places: Places;
  #lent: LentPlaces | undefined;
  /** What it asks for the runs that it calls. */
  readonly related = new RelatedQuestions();

  constructor(options: ActiveRunOptions) {
    this.#options = options;
    this.#places = options.limiter;
    this.#time = new WorkingTime(options.entrypoint.timeout, () => this.#expired.abort());
  }

  /** Whether a worker waits for an answer here. */
  get isWaitingLive(): boolean {
    return this.#use !== undefined && this.#open.size > 0;
  }

  /** Where the runs that it calls take their places. */
  get lent(): Places {
    return this.#lent ??= new LentPlaces(this.#places);
  }

  /** Whether the runs that it calls go on with their projects as they are now. */
  get force(): boolean {
    return this.#options.force;
  }

  /** Where its worker may read files that were imported or made for it; undefined while it has none. */
  get scratchRoot(): string | undefined {
    return this.#use?.executor.scratchRoot;
  }

  /**
   * Goes on until the run ends or asks.
   *
   * @param answers What was answered since it asked; none at the start.
   * @param stretch How it is watched and cancelled meanwhile.
   * @returns Its end or its question.
   */
  async proceed(answers: readonly GivenAnswer[], stretch: Stretch): Promise<RunResult> {
    this.#onEvent = stretch.onEvent;
    this.#places = stretch.places ?? this.#options.limiter;
    const signals = [
      this.#expired.signal,
      this.#cancelled.signal,
      ...(stretch.signal ? [stretch.signal] : []),
    ];
    const stop = AbortSignal.any(signals);
    try {
      this.#place ??= await this.#places.enter(stop);
      // It may have been cancelled at the very moment in which its turn came.
      stop.throwIfAborted();
      this.#time.start();
      if (!await this.#hand(answers)) await this.#execute(answers, stop);
      return await this.#untilNews(stop);
    } catch (error) {
      return stop.aborted
        ? this.#stop(this.#reason())
        : this.#finish(toFailedEnd(error), toStoreFailure(error));
    }
  }

  /** Takes in what happens inside the run. */
  receive(event: RunEvent): void {
    this.#options.builder.apply(event);
    this.#onEvent?.(event);
  }

  /** Takes in that the run asks. */
  ask(request: InteractionRequest): void {
    this.#open.set(request.key, request);
    this.#asked.resolve(undefined);
  }

  /**
   * Notes that the run goes on.
   *
   * @param at Milliseconds since 1970.
   */
  resumed(at: number): void {
    this.#options.builder.setStatus("resumed", at);
  }

  /** The report as things stand. */
  snapshot(): RunReport {
    return this.#options.builder.build(Date.now());
  }

  /** Ends the run, whether it works, waits for a person or for its turn. */
  cancel(): EndedRun {
    this.#cancelled.abort();
    return this.#stop("cancelled");
  }

  /** Ends the worker of a run that waits: the journal goes on from there. */
  suspend(): void {
    if (!this.isWaitingLive) return;
    const { runId } = this.#options.request;
    this.#use?.executor.request("suspend", { runId }).catch(() => {});
    this.#letGo();
  }

  /** Hands the answers to the worker that waits for them; false when there is none, or one was lost. */
  async #hand(answers: readonly GivenAnswer[]): Promise<boolean> {
    for (const { key } of answers) this.#open.delete(key);
    this.#asked = Promise.withResolvers();
    if (this.#open.size > 0) this.#asked.resolve(undefined);
    const { runId } = this.#options.request;
    const executor = this.#use?.executor;
    if (!executor || executor.dead) return false;
    try {
      const taken = await Promise.all(
        answers.map((answer) =>
          this.related.give(answer) || executor.request("answer", { runId, ...answer })
        ),
      );
      return taken.every((one) => one);
    } catch {
      return false;
    }
  }

  async #execute(answers: readonly GivenAnswer[], stop: AbortSignal): Promise<void> {
    this.#letGo();
    this.#open.clear();
    this.#asked = Promise.withResolvers();
    this.related.forgetWaiting();
    const own = answers.filter((answer) => !this.related.give(answer));
    const use = this.#use = this.#options.pool.use();
    const { request, servers } = this.#options;
    const mcpServers = servers ? await servers.open(stop) : [];
    stop.throwIfAborted();
    const more = mcpServers.length > 0 ? { mcpServers } : {};
    this.#outcome = use.executor.request("run", { ...request, answers: own, ...more });
    this.#outcome.catch(() => {});
  }

  async #untilNews(stop: AbortSignal): Promise<RunResult> {
    if (!this.#outcome) throw new WorkflowError("internal", "The run was not begun");
    const outcome = await Promise.race([this.#outcome, this.#asked.promise, untilAborted(stop)]);
    if (stop.aborted) return this.#stop(this.#reason());
    return outcome ? this.#settle(outcome) : this.#wait(this.#outcome);
  }

  #settle(outcome: RunOutcome): EndedRun {
    const error = outcome.status === "failed" ? outcome.error : undefined;
    return this.#finish(toRunEnd(outcome, this.#options.entrypoint.timeout), error);
  }

  #wait(outcome: Promise<RunOutcome>): WaitingRun {
    const [request] = this.#open.values();
    if (!request) throw new WorkflowError("internal", "The run waits for nothing");
    this.#time.stop();
    this.#leave();
    const now = Date.now();
    this.#options.builder.setStatus("waiting_for_input", now);
    const over = new Promise<EndedRun>((resolve) => {
      outcome.then((ended) => {
        if (ended.status !== "suspended" && this.#outcome === outcome && this.#open.size > 0) {
          resolve(this.#settle(ended));
        }
      }, () => {
        // An executor that dies leaves the run waiting in its journal.
        if (this.#outcome === outcome) this.#options.servers?.close();
      });
    });
    return { status: "waiting", report: this.#options.builder.build(now), request, over };
  }

  #reason(): CancelReason {
    return this.#expired.signal.aborted ? "timeout" : "cancelled";
  }

  #stop(reason: CancelReason): EndedRun {
    const { request: { runId }, entrypoint: { timeout } } = this.#options;
    this.#use?.executor.request("cancel", { runId, reason }).catch(() => {});
    const outcome = { status: "ended", reason } as const;
    return this.#finish(toRunEnd(outcome, timeout));
  }

  /** A run ends once, whatever else happens to it. */
  #finish(end: RunEnd, error?: SerializedError): EndedRun {
    if (this.#end) return this.#end;
    this.#time.stop();
    this.#leave();
    this.#letGo();
    const report = this.#options.builder.end(Date.now(), end);
    this.#end = { status: "ended", report };
    this.#options.onEnd(report, error);
    return this.#end;
  }

  #leave(): void {
    this.#place?.[Symbol.dispose]();
    this.#place = undefined;
  }

  #letGo(): void {
    this.#use?.[Symbol.dispose]();
    this.#use = undefined;
    this.#outcome = undefined;
    this.#options.servers?.close();
  }
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
