import type { Progress } from "./handlers.ts";
import type { RequestId } from "./json_rpc.ts";

/** How many reports may go out in one go, and how long it takes until there is room for one more, in milliseconds. */
const BURST = 32;
const REFILL_MS = 50;

/** A message longer than this is no progress message; its beginning is enough. */
const MESSAGE_LENGTH = 2000;

/** Options for {@linkcode ProgressReporter}. */
export interface ProgressReporterOptions {
  /** What the client gave to tell the reports of this call from those of others; has the form of an id. */
  readonly token: RequestId;
  /** Sends one `notifications/progress` with these params. */
  readonly send: (params: Progress & { readonly progressToken: RequestId }) => void;
  /** @default performance.now */
  readonly now?: () => number;
}

/**
 * Reports the progress of one call as MCP wants it: rising strictly, not too often, never after the answer. Where reports
 * come too fast, the newest waits for its turn and those before it are left out.
 */
export class ProgressReporter {
  readonly #options: ProgressReporterOptions;
  readonly #now: () => number;
  #highest = -Infinity;
  #room = BURST;
  #countedAt: number;
  #waiting: Progress | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  /** @param options Whose progress it is, and where reports go. */
  constructor(options: ProgressReporterOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#countedAt = this.#now();
  }

  /**
   * Takes a report.
   *
   * @param report How far the call has got. Left out when it is not further than before, or the call has ended.
   */
  report(report: Progress): void {
    const { progress } = report;
    if (this.#closed || !Number.isFinite(progress) || progress <= this.#highest) return;
    this.#highest = progress;
    this.#waiting = report;
    this.#sendOrWait();
  }

  /** Sends what still waits; nothing is sent after that. */
  finish(): void {
    if (!this.#closed) this.#sendWaiting();
    this.close();
  }

  /** Drops what still waits; nothing is sent after that. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #sendOrWait(): void {
    const now = this.#now();
    this.#room = Math.min(BURST, this.#room + (now - this.#countedAt) / REFILL_MS);
    this.#countedAt = now;
    if (this.#room >= 1) {
      this.#room -= 1;
      this.#sendWaiting();
    } else {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#sendOrWait();
      }, REFILL_MS);
    }
  }

  #sendWaiting(): void {
    if (!this.#waiting) return;
    const { progress, total, message } = this.#waiting;
    this.#waiting = undefined;
    this.#options.send({
      progressToken: this.#options.token,
      progress,
      ...(total === undefined || !Number.isFinite(total) ? {} : { total }),
      ...(message === undefined ? {} : { message: message.slice(0, MESSAGE_LENGTH) }),
    });
  }
}
