import type { StepOptions, TokenUsage } from "../../core/api.ts";
import { dropUndefined } from "../../core/drop_undefined.ts";
import { toMessage } from "../../errors.ts";
import type { StepRecord } from "../../store/journal/records.ts";
import type { RunEvent } from "../protocol.ts";
import { reviveStepError, toStepError } from "../step_error.ts";
import { FinalFailure } from "./final_failure.ts";
import { findNonJson } from "./find_non_json.ts";
import type { RunJournal } from "./run_journal.ts";
import type { Scopes } from "./scopes.ts";
import { wait } from "./wait.ts";

/** Before the next attempt: 0.2 s, 0.4 s, 0.8 s, ... up to half a minute. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

/** What the steps of a run need from it. */
export interface StepsOptions {
  readonly post: (event: RunEvent) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The run's own signal: no attempt begins after it has aborted. */
  readonly signal: AbortSignal;
  readonly journal: RunJournal;
  readonly scopes: Scopes;
}

/** Options for {@linkcode Steps.perform}. */
export interface PerformOptions<T> extends StepOptions {
  /** Tells the tokens that the step took. */
  readonly usageOf?: (result: T) => TokenUsage;
}

/** A step that is being done. */
interface Doing<T> extends Pick<StepRecord, "key" | "id" | "title" | "parent" | "startOrder" | "startedAt"> {
  readonly options: PerformOptions<T>;
}

/** The steps of one run: named, timed, nested, tried again, and done once however often the run is resumed. */
export class Steps {
  readonly #options: StepsOptions;
  readonly #ids: Set<string>;
  /** The greatest number behind an id so far. */
  readonly #counts = new Map<string, number>();

  constructor(options: StepsOptions) {
    this.#options = options;
    this.#ids = new Set(options.journal.stepIds);
  }

  /**
   * Runs a step; see `RunContext.step`.
   *
   * @returns A copy of what `fn` returned, as the journal gives it to a resumed run.
   * @throws What `fn` threw at its last attempt; a `TypeError` for wrong options or a result that is not JSON.
   */
  async run<T>(id: string, fn: () => T | Promise<T>, options: StepOptions = {}): Promise<T> {
    checkCall({ id, fn, options });
    const { title, retries, timeout } = options;
    return await this.perform(id, fn, dropUndefined({ title, retries, timeout }));
  }

  /**
   * Does a part of this program's own work as a step.
   *
   * @param id The step's id.
   * @param fn The work.
   * @param options As for `RunContext.step`, and what the report is to tell beside.
   * @returns A copy of what `fn` returned.
   * @throws As {@linkcode Steps.run}; a {@linkcode FinalFailure} also in a resumed run.
   */
  async perform<T>(id: string, fn: () => T | Promise<T>, options: PerformOptions<T> = {}): Promise<T> {
    const { post, now, journal, scopes } = this.#options;
    const key = scopes.takeKey(id);
    const done = journal.takeStep(key);
    if (done) return recall<T>(done);
    const title = options.title ?? id;
    const parent = scopes.current?.id ?? null;
    const startOrder = journal.nextOrder();
    const reportId = journal.idOf(key) ?? this.#takeId(id);
    const doing = { key, id: reportId, title, parent, startOrder, startedAt: now(), options };
    post({ type: "node_started", id: doing.id, title, parent, at: doing.startedAt });
    return await this.#do(doing, fn);
  }

  async #do<T>(doing: Doing<T>, fn: () => T | Promise<T>): Promise<T> {
    const { signal } = this.#options;
    for (let attempts = 1;; attempts++) {
      try {
        signal.throwIfAborted();
        const result = toJson(doing.id, await this.#attempt(doing, fn));
        const usage = doing.options.usageOf?.(result);
        await this.#finish(doing, { attempts, outcome: { ok: true, result }, ...(usage ? { usage } : {}) });
        return result;
      } catch (error) {
        const reason = signal.aborted ? signal.reason : error;
        const isFinal = error instanceof FinalFailure && !signal.aborted;
        const isLast = attempts > (doing.options.retries ?? 0) || error instanceof StepResultError;
        if (isLast || isFinal || signal.aborted) {
          const failed = {
            ok: false,
            error: toStepError(reason),
            ...(isFinal ? { final: true } : {}),
          } as const;
          await this.#finish(doing, { attempts, outcome: failed });
          throw reason;
        }
        await wait(Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS), signal);
      }
    }
  }

  async #finish<T>(
    { options: _, ...step }: Doing<T>,
    end: Pick<StepRecord, "attempts" | "outcome" | "usage">,
  ): Promise<void> {
    const { post, now, journal } = this.#options;
    const finishedAt = now();
    await journal.writeStep({ ...step, endOrder: journal.nextOrder(), finishedAt, ...end });
    const { attempts, outcome, usage } = end;
    const error = outcome.ok ? {} : { error: toMessage(reviveStepError(outcome.error)) };
    const at = finishedAt;
    post({ type: "node_finished", id: step.id, at, attempts, ...error, ...(usage ? { usage } : {}) });
  }

  #takeId(id: string): string {
    let taken = id;
    let count = this.#counts.get(id) ?? 1;
    while (this.#ids.has(taken)) taken = `${id}#${++count}`;
    this.#counts.set(id, count);
    this.#ids.add(taken);
    return taken;
  }

  async #attempt<T>({ key, id, options: { timeout } }: Doing<T>, fn: () => T | Promise<T>): Promise<T> {
    const work = this.#options.scopes.run({ key, id }, async () => await fn());
    if (timeout === undefined) return await work;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expiry = new Promise<never>((_, reject) => {
      const message = `Step ${JSON.stringify(id)} took longer than its limit of ${timeout} ms`;
      timer = setTimeout(() => reject(new DOMException(message, "TimeoutError")), timeout);
    });
    try {
      return await Promise.race([work, expiry]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Trying again does not mend a result of the wrong kind. */
class StepResultError extends TypeError {}

/** What the journal keeps of a result is what the workflow gets, so that a resumed run gets the same. */
function toJson<T>(id: string, result: T): T {
  if (result === undefined) return result;
  const found = findNonJson(result, { strict: true });
  if (!found) return JSON.parse(JSON.stringify(result));
  const place = found.path === "" ? "its result" : `\`${found.path}\` of its result`;
  throw new StepResultError(`Step ${JSON.stringify(id)} must return JSON: ${place} is ${found.reason}`);
}

function recall<T>({ outcome }: StepRecord): T {
  if (outcome.ok) return outcome.result as T;
  throw outcome.final ? new FinalFailure(outcome.error.message) : reviveStepError(outcome.error);
}

function checkCall({ id, fn, options }: { id: unknown; fn: unknown; options: StepOptions }): void {
  if (typeof id !== "string" || id === "" || id.length > 200) {
    throw new TypeError(
      `Cannot start a step: its id must be a text of 1 to 200 characters, found ${describe(id)}`,
    );
  }
  const refuse = (what: string, found: unknown) => {
    throw new TypeError(`Cannot start step ${JSON.stringify(id)}: ${what}, found ${describe(found)}`);
  };
  if (typeof fn !== "function") refuse("the second argument must be a function", fn);
  if (typeof options !== "object" || options === null) {
    refuse("the third argument must be an object", options);
  }
  const { title, retries, timeout } = options;
  if (title !== undefined && typeof title !== "string") refuse("`title` must be a text", title);
  if (retries !== undefined && (!Number.isSafeInteger(retries) || retries < 0)) {
    refuse("`retries` must be a whole number of at least 0", retries);
  }
  if (timeout !== undefined && !(Number.isFinite(timeout) && timeout > 0 && timeout < 2 ** 31)) {
    refuse("`timeout` must be milliseconds greater than 0 and below 2147483648", timeout);
  }
}

function describe(value: unknown): string {
  return typeof value === "string"
    ? JSON.stringify(value)
    : typeof value === "function"
    ? "a function"
    : toMessage(value);
}
