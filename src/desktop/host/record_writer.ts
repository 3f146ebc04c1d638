import { toMessage } from "../../errors.ts";
import { holdOwner, type Owner } from "../../store/journal/owner.ts";
import { ACTIVE_STATUSES } from "../../store/journal/run_status.ts";
import { DesktopDatabase } from "../data/desktop_database.ts";
import type { RunChange } from "../data/run_change.ts";
import type { FromRecorder, Recording } from "./recorder_protocol.ts";

/** How long lines of logs are collected before they are written, in milliseconds: well under what a person sees as delay. */
const LOG_DELAY_MS = 40;
/** How long to leave a database that failed, in milliseconds. */
const RETRY_MS = 1_000;
/** How often to look whether somebody wants a run to be cancelled, in milliseconds. */
const CANCEL_CHECK_MS = 150;
/** How long another process's write is waited for, in milliseconds; afterwards it is tried again. */
const BUSY_MS = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** How many changes are kept for a database that fails; lines of logs make room first. */
const MOST_PENDING = 20_000;

/** What SQLite says of a change, and not of itself. */
const REFUSED = /constraint failed|malformed JSON|string or blob too big/;

/** Where a {@linkcode RecordWriter} writes, and whom it tells. */
export interface RecordWriterOptions {
  readonly userDataDir: string;
  readonly post: (message: FromRecorder) => void;
  /** How long another process's write is waited for, in milliseconds. @default 2000 */
  readonly busyTimeout?: number;
}

/**
 * Writes what a host records: what people wait to see at once, lines of logs together. What cannot be written is kept for a
 * while and tried again; the host is told why, once for each reason.
 */
export class RecordWriter implements Disposable {
  readonly #options: RecordWriterOptions;
  readonly #told = new Set<string>();
  readonly #active = new Set<string>();
  #pending: RunChange[] = [];
  #database: DesktopDatabase | undefined;
  #owner: Owner | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isFailing = false;
  #cancelTimer: ReturnType<typeof setInterval> | undefined;

  constructor(options: RecordWriterOptions) {
    this.#options = options;
  }

  /**
   * Takes changes, in order.
   *
   * @param changes What happened.
   */
  add(changes: readonly Recording[]): void {
    for (const change of changes) this.#pending.push(this.#own(change));
    this.#watch(changes);
    if (this.#isFailing) return this.#makeRoom();
    if (changes.every(({ type }) => type === "log")) {
      this.#timer ??= setTimeout(() => this.flush(), LOG_DELAY_MS);
    } else this.flush();
  }

  /** Writes everything that is pending, if the database lets it. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.length === 0) return;
    try {
      const database = this.#open();
      try {
        database.record(this.#pending);
      } catch (error) {
        if (!REFUSED.test(toMessage(error))) throw error;
        this.#recordEach(database);
      }
      this.#pending = [];
      this.#isFailing = false;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Removes what is older than the settings say, unless somebody has done so today. */
  prune(): void {
    try {
      if (this.#open().takeTurn("prune", DAY_MS)) this.#open().prune();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Writes what can be written, and lets go of the database: what goes on now is nobody's any more. */
  [Symbol.dispose](): void {
    this.flush();
    clearTimeout(this.#timer);
    clearInterval(this.#cancelTimer);
    this.#database?.[Symbol.dispose]();
    this.#owner?.[Symbol.dispose]();
  }

  /** A single change that the database will never take must not keep all others back. */
  #recordEach(database: DesktopDatabase): void {
    while (this.#pending.length > 0) {
      try {
        database.record(this.#pending.slice(0, 1));
      } catch (error) {
        const message = toMessage(error);
        if (!REFUSED.test(message)) throw error;
        this.#tell(message);
      }
      this.#pending.shift();
    }
  }

  #own(change: Recording): RunChange {
    if (change.type !== "begun" && change.type !== "released") return change;
    try {
      this.#owner ??= holdOwner(this.#options.userDataDir);
    } catch (error) {
      this.#fail(error);
    }
    return { ...change, owner: this.#owner?.id ?? "" };
  }

  #open(): DesktopDatabase {
    const { userDataDir, busyTimeout = BUSY_MS } = this.#options;
    return this.#database ??= new DesktopDatabase(userDataDir, { busyTimeout });
  }

  #fail(error: unknown): void {
    this.#isFailing = true;
    this.#tell(toMessage(error));
    this.#makeRoom();
    this.#timer ??= setTimeout(() => this.flush(), RETRY_MS);
  }

  #tell(message: string): void {
    if (!this.#told.has(message)) this.#options.post({ type: "fault", message });
    this.#told.add(message);
  }

  #makeRoom(): void {
    if (this.#pending.length <= MOST_PENDING) return;
    this.#pending = this.#pending.filter(({ type }) => type !== "log").slice(-MOST_PENDING);
  }

  /** While runs go on, others may want them to be cancelled. */
  #watch(changes: readonly Recording[]): void {
    for (const change of changes) {
      if (change.type === "begun") this.#active.add(change.runId);
      else if (change.type === "released") this.#active.delete(change.runId);
      else if (change.type === "status" && !isOpen(change.status)) this.#active.delete(change.runId);
    }
    if (this.#active.size === 0) {
      clearInterval(this.#cancelTimer);
      this.#cancelTimer = undefined;
    } else this.#cancelTimer ??= setInterval(() => this.#lookForCancels(), CANCEL_CHECK_MS);
  }

  #lookForCancels(): void {
    if (!this.#owner || this.#isFailing) return;
    try {
      for (const runId of this.#open().takeCancelRequests(this.#owner.id)) {
        this.#options.post({ type: "cancel", runId });
      }
    } catch (error) {
      this.#fail(error);
    }
  }
}

function isOpen(status: string): boolean {
  return (ACTIVE_STATUSES as readonly string[]).includes(status);
}
