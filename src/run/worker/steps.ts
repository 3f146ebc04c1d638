import { AsyncLocalStorage } from "node:async_hooks";
import type { StepOptions } from "../../core/api.ts";
import { toMessage } from "../../errors.ts";
import type { RunEvent } from "../protocol.ts";
import { findNonJson } from "./find_non_json.ts";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

/** What the steps of a run need from it. */
export interface StepsOptions {
  readonly post: (event: RunEvent) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The run's own signal: no attempt begins after it has aborted. */
  readonly signal: AbortSignal;
}

/** The steps of one run: named, timed, nested, tried again. */
export class Steps {
  readonly #options: StepsOptions;
  readonly #current = new AsyncLocalStorage<string>();
  readonly #ids = new Set<string>();

  constructor(options: StepsOptions) {
    this.#options = options;
  }

  /** The id of the step inside which the calling code runs, or null. */
  currentId(): string | null {
    return this.#current.getStore() ?? null;
  }

  /**
   * Runs a step; see `RunContext.step`.
   *
   * @returns What `fn` returned.
   * @throws What `fn` threw at its last attempt; a `TypeError` for wrong options or a result that is not JSON.
   */
  async run<T>(id: string, fn: () => T | Promise<T>, options: StepOptions = {}): Promise<T> {
    checkCall({ id, fn, options });
    const nodeId = this.#takeId(id);
    const { post, now } = this.#options;
    post({
      type: "node_started",
      id: nodeId,
      title: options.title ?? id,
      parent: this.currentId(),
      at: now(),
    });
    let attempts = 0;
    try {
      while (true) {
        this.#options.signal.throwIfAborted();
        attempts++;
        try {
          const result = await this.#attempt(nodeId, fn, options.timeout);
          checkResult(nodeId, result);
          post({ type: "node_finished", id: nodeId, at: now(), attempts });
          return result;
        } catch (error) {
          if (attempts > (options.retries ?? 0) || error instanceof StepResultError) throw error;
          await pause(attempts, this.#options.signal);
        }
      }
    } catch (error) {
      post({ type: "node_finished", id: nodeId, at: now(), attempts, error: toMessage(error) });
      throw error;
    }
  }

  #takeId(id: string): string {
    let taken = id;
    for (let count = 2; this.#ids.has(taken); count++) taken = `${id}#${count}`;
    this.#ids.add(taken);
    return taken;
  }

  async #attempt<T>(nodeId: string, fn: () => T | Promise<T>, timeout: number | undefined): Promise<T> {
    const work = this.#current.run(nodeId, async () => await fn());
    if (timeout === undefined) return await work;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expiry = new Promise<never>((_, reject) => {
      const message = `Step ${JSON.stringify(nodeId)} took longer than its limit of ${timeout} ms`;
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

function checkResult(nodeId: string, result: unknown): void {
  const found = findNonJson(result);
  if (!found) return;
  const place = found.path === "" ? "its result" : `\`${found.path}\` of its result`;
  throw new StepResultError(`Step ${JSON.stringify(nodeId)} must return JSON: ${place} is ${found.reason}`);
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

/** Waits before the next attempt: 0.2 s, 0.4 s, 0.8 s, ... up to half a minute. */
function pause(attempts: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
