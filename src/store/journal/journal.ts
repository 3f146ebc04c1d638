import type { InteractionRequest } from "../../core/interaction.ts";
import { BUSY_TIMEOUT_MS } from "../open.ts";
import { ATTEMPT_MS } from "../while_locked.ts";
import { JournalDatabase } from "./_database.ts";
import { Nonces } from "./_nonces.ts";
import { interruptOrphans } from "./_orphans.ts";
import { Records } from "./_records.ts";
import { listRuns, type ListRunsOptions } from "./_run_list.ts";
import { type Claim, Runs } from "./_runs.ts";
import type { AnswerRecord, PendingInteraction, Replay, StepRecord } from "./records.ts";
import { Retention } from "./retention.ts";
import { isEnded, type RunStatus } from "./run_status.ts";
import type { FinalReport, NewRun, ParentRun, RunPage, StoredRun } from "./stored_run.ts";

export type { ListRunsOptions };

/** How {@linkcode openJournal} opens. */
export interface OpenJournalOptions {
  /** The time, in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /**
   * The owner whose runs alone may be written, so that a process whose run was taken over can do it no harm.
   * @default every owner
   */
  readonly owner?: string;
  /** How long a call waits for another process's write, in milliseconds. @default 10000 */
  readonly busyTimeout?: number;
}

/** When something happens. */
export interface AtOptions {
  /** Milliseconds since 1970. @default now */
  readonly at?: number;
}

/**
 * Opens the run journal of a data dir; makes it on first use. The host and its executor each open it for themselves.
 *
 * @param dataDir The data dir.
 * @param options The time, and whose runs may be written.
 * @returns The journal; dispose of it at the end.
 * @throws {WorkflowError} `store_failed` if it cannot be opened, is damaged or was written by a newer version.
 */
export function openJournal(dataDir: string, options: OpenJournalOptions = {}): Journal {
  return new Journal(
    new JournalDatabase(dataDir, {
      now: options.now ?? Date.now,
      owner: options.owner,
      busyTimeout: options.busyTimeout,
    }),
  );
}

/**
 * What runs have done so far, so that they can be gone on with: every call is durable when it returns, even if the process
 * is killed the next moment. Every method throws a `WorkflowError` with code `store_failed`, which names the journal and
 * what could not be done, if the journal is locked for too long, read-only, damaged, or the disk is full.
 */
export class Journal implements Disposable {
  /** What is kept, and for how long. */
  readonly retention: Retention;
  readonly #db: JournalDatabase;
  readonly #runs: Runs;
  readonly #records: Records;
  readonly #nonces: Nonces;

  /** See {@linkcode openJournal}. */
  constructor(db: JournalDatabase) {
    this.#db = db;
    this.#runs = new Runs(db);
    this.#records = new Records(db);
    this.#nonces = new Nonces(db);
    this.retention = new Retention(db);
  }

  /**
   * Begins a run: reserves its id and writes it down with status `running`.
   *
   * @param run The run.
   * @returns Its id, `YYYYMMDD-xxxx`, longer when the day is crowded; reserved for ever.
   */
  begin(run: NewRun): string {
    return this.#runs.begin(run);
  }

  /**
   * Does something without waiting long for another process's write: for a process that must not stand still.
   *
   * @param work Does it.
   * @returns What it returned.
   */
  briefly<T>(work: () => T): T {
    this.#db.setBusyTimeout(ATTEMPT_MS);
    try {
      return work();
    } finally {
      this.#db.setBusyTimeout(BUSY_TIMEOUT_MS);
    }
  }

  /**
   * Sets a run's status, and stamps it in the run's history unless it is the present one.
   *
   * @param runId The run.
   * @param status The status.
   * @param options When.
   * @returns False, and nothing is changed, if the run has ended or another owner has it.
   * @throws {WorkflowError} `store_failed` also if there is no such run.
   */
  setStatus(runId: string, status: Exclude<RunStatus, "success">, options: AtOptions = {}): boolean {
    const { at = this.#db.now() } = options;
    return this.#db.transact(
      `set run ${runId} to ${status}`,
      () => this.#runs.move(runId, { status, at }),
    );
  }

  /**
   * Ends a run. Of one that succeeded only the report, status and times stay; what else ended can be resumed.
   *
   * @param runId The run.
   * @param report Its final report, kept as it is.
   * @param options When.
   * @returns False, and nothing is changed, if the run has ended before or another owner has it.
   * @throws {TypeError} If it is the report of another run, or of one that goes on.
   * @throws {WorkflowError} `store_failed` also if there is no such run.
   */
  finish(
    runId: string,
    report: FinalReport,
    options: AtOptions = {},
  ): boolean {
    const { at = this.#db.now() } = options;
    if (report.runId !== runId || !isEnded(report.status)) {
      throw new TypeError(`Cannot finish run ${runId} with the report of ${report.runId}, ${report.status}`);
    }
    return this.#db.transact(
      `finish run ${runId}`,
      () => this.#runs.move(runId, { status: report.status, at, report }),
    );
  }

  /**
   * Writes down a step that has ended; one with the same key, from before the run was resumed, is replaced.
   *
   * @param runId The run.
   * @param step The step.
   * @throws {WorkflowError} `store_failed` also if the run has ended or another owner has it.
   */
  recordStep(runId: string, step: StepRecord): void {
    this.#db.attempt(
      `record step ${JSON.stringify(step.id)} of run ${runId}`,
      () => this.#records.recordStep(runId, step),
    );
  }

  /**
   * Writes down a question; the run is `waiting_for_input` from then on. Asking again what is open changes nothing; what
   * was answered (without the secret values that the run needs) is open again.
   *
   * @param runId The run.
   * @param request The question; defaults of secret fields are not written.
   * @param when Its place in the run, and when it is asked.
   * @throws {WorkflowError} `store_failed` also if the run has ended or another owner has it.
   */
  openInteraction(
    runId: string,
    request: InteractionRequest,
    when: Omit<PendingInteraction, "request">,
  ): void {
    this.#db.transact(`write down the question ${JSON.stringify(request.id)} of run ${runId}`, () => {
      this.#records.openInteraction(runId, { request, ...when });
      this.#runs.move(runId, { status: "waiting_for_input", at: when.askedAt });
    });
  }

  /**
   * Writes down an answer, whether or not its question was. The status is the caller's to set.
   *
   * @param runId The run.
   * @param record Question and answer; the values of secret fields are not written.
   * @throws {WorkflowError} `store_failed` also if the run has ended or another owner has it.
   */
  recordAnswer(runId: string, record: AnswerRecord): void {
    this.#db.attempt(
      `record the answer to ${JSON.stringify(record.request.id)} of run ${runId}`,
      () => this.#records.recordAnswer(runId, record),
    );
  }

  /**
   * All that a resumed run need not do again, in the order in which it was started.
   *
   * @param runId The run.
   * @returns Its steps, failed ones included, and answers.
   * @throws {WorkflowError} `store_failed` also if there is no such run, or naming the record that cannot be read.
   */
  replay(runId: string): Replay {
    return this.#db.attempt(`read what run ${runId} has done`, () => this.#records.replay(runId));
  }

  /**
   * The questions that wait for a person.
   *
   * @param runId The run.
   * @returns The questions, in the order in which they were asked; none once the run has ended.
   */
  pending(runId: string): PendingInteraction[] {
    return this.#db.attempt(`read what run ${runId} asks`, () => this.#records.pending(runId));
  }

  /**
   * Makes the one continuation of an open question that is good; those made before are good no more.
   *
   * @param runId The run.
   * @param key The question's key.
   * @returns What the continuation has to carry.
   * @throws {WorkflowError} `store_failed` also if the run does not ask that.
   */
  issueNonce(runId: string, key: string): string {
    return this.#db.attempt(
      `prepare an answer to ${JSON.stringify(key)} of run ${runId}`,
      () => this.#nonces.issue(runId, key),
    );
  }

  /**
   * Uses a continuation up: of several processes with the same one, one is let through.
   *
   * @param runId The run.
   * @param continuation The question's key, and what {@linkcode issueNonce} gave for it.
   * @returns Whether it was good.
   */
  consumeNonce(runId: string, continuation: { readonly key: string; readonly nonce: string }): boolean {
    return this.#db.attempt(
      `take an answer to ${JSON.stringify(continuation.key)} of run ${runId}`,
      () => this.#nonces.consume(runId, continuation),
    );
  }

  /**
   * Takes a run over, to go on with it: one of several processes that try gets it. Its status becomes `resumed`.
   *
   * @param runId The run.
   * @param options The new owner, the statuses in which the run may be taken (a success never is), and the snapshot of the
   * project that it goes on with from here, where that is another one.
   * @returns The run; undefined if there is none in one of these statuses.
   */
  claim(
    runId: string,
    options: Omit<Claim, "at"> & AtOptions,
  ): StoredRun | undefined {
    return this.#runs.claim(runId, { at: this.#db.now(), ...options });
  }

  /**
   * Reads a run.
   *
   * @param runId The run.
   * @returns The run; undefined if there is none.
   * @throws {WorkflowError} `store_failed` also if its row is damaged.
   */
  get(runId: string): StoredRun | undefined {
    return this.#runs.get(runId);
  }

  /**
   * Finds the run of a related project that a step of another run is.
   *
   * @param parent The other run, and the step's key.
   * @returns The latest such run; undefined if there is none.
   * @throws {WorkflowError} `store_failed` also if its row is damaged.
   */
  getChild(parent: ParentRun): StoredRun | undefined {
    return this.#runs.getChild(parent);
  }

  /**
   * Finds the runs of related projects that a run called and that wait for a person.
   *
   * @param runId The calling run.
   * @returns Their ids.
   */
  waitingParts(runId: string): string[] {
    return this.#runs.waitingParts(runId);
  }

  /**
   * Lists runs, the newest first.
   *
   * @param options Which ones.
   * @returns One page.
   */
  list(options: ListRunsOptions = {}): RunPage {
    return this.#db.attempt("list runs", () => listRuns(this.#db, options));
  }

  /**
   * Marks every run at work whose owner is dead as `interrupted`, and removes what dead owners left. Waiting runs stay
   * waiting, whoever died. Several processes may do this at once.
   *
   * @param at Milliseconds since 1970. Default: now.
   * @returns The ids of the runs that this call marked.
   */
  interruptOrphans(at: number = this.#db.now()): string[] {
    return interruptOrphans(this.#db, at);
  }

  /** Closes the journal. */
  [Symbol.dispose](): void {
    this.#db[Symbol.dispose]();
  }
}
