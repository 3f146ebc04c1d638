import { join } from "@std/path";
import { reviveError, serializeError, toMessage, WorkflowError } from "../../errors.ts";
import type { AnswerRecord, Replay, StepRecord } from "../../store/journal/records.ts";
import { parseStoreCall } from "../../store/parse_store_call.ts";
import type { MadeFile, StoreCall, StoreResult } from "../../store/store_protocol.ts";
import { parseWorkerMessage } from "../parse_message.ts";
import type {
  CancelReason,
  ExecutorSetup,
  FromWorker,
  GivenAnswer,
  HostCallResult,
  ResolveRequest,
  RunEvent,
  RunOutcome,
  RunRequest,
  ToWorker,
} from "../protocol.ts";
import { findTooLong } from "./find_too_long.ts";
import { GivenAnswers } from "./given_answers.ts";
import { readableEntries } from "./readable_entries.ts";
import { RunFolder } from "./run_folder.ts";
import { shortenEvent } from "./shorten_event.ts";

/**
 * How long a cancelled worker has to show that its event loop turns: far longer than an answer takes, since a busy machine is
 * no reason to replace an executor, and nobody waits for it. The answer comes in between the turns of this process, which may
 * itself be busy with the start of another worker: so the time is counted in turns, not by the clock.
 */
const CANCEL_ANSWER_MS = 250;
const TURN_MS = 5;
/** How long the project's modules may take to load, in milliseconds: a top-level `await` may never settle. */
const LOAD_LIMIT_MS = 60_000;

/** What {@linkcode WorkerSlot} reports while its worker lives. */
export interface WorkerSlotHandlers {
  /** Something happened inside the run, or was printed while the bundle was loaded. */
  readonly onEvent: (event: RunEvent) => void;
}

/** What a run needs of its executor. What is written is in the journal when the call returns. */
export interface RunHandlers extends WorkerSlotHandlers {
  readonly onStep: (record: StepRecord) => void;
  readonly onAnswer: (record: AnswerRecord) => void;
  readonly onAsk: (asked: Extract<FromWorker, { type: "ask" }>) => void;
  /** Does what the run asks of a store; rejects with what the store says. */
  readonly onStore: (call: StoreCall) => Promise<StoreResult>;
  /** The run asks its host, or gives up having asked; {@linkcode WorkerSlot.answerCall} brings the answer. */
  readonly onHostCall: (call: Extract<FromWorker, { type: "host_call" | "host_call_abort" }>) => void;
}

/** Options for {@linkcode WorkerSlot}. */
export interface WorkerSlotOptions extends WorkerSlotHandlers {
  /** The bundle; the worker starts while it may still be made. */
  readonly bundleUrl: Promise<string>;
  /** Called when the bundle did not load in time and the worker, which was ended, may go on burning its processor. */
  readonly onStuck: () => void;
  /** How long the bundle may take to load, in milliseconds. @default 60000 */
  readonly loadLimitMs?: number;
}

/** The folder of an executor's bundle. */
export function toBundleDir(scratchRoot: string): string {
  return join(scratchRoot, "bundle");
}

/** One web worker, its scratch folder and its permissions: loads the bundle, executes at most one run. */
export class WorkerSlot {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #dir: string;
  readonly #loaded = Promise.withResolvers<unknown>();
  readonly #outcome = Promise.withResolvers<RunOutcome>();
  readonly #cancelled = Promise.withResolvers<void>();
  #onEvent: (event: RunEvent) => void = () => {};
  readonly #files: RunFolder;
  /** The files of the answers that were handed to the run, where the file store keeps them, by question. */
  readonly #given = new GivenAnswers();
  #run: RunHandlers | undefined;
  #loadTimer: ReturnType<typeof setTimeout> | undefined;
  #state: "loading" | "ready" | "running" | "cancelling" | "ended" = "loading";

  /**
   * Starts the worker and loads the bundle in it.
   *
   * @param setup The executor's setup.
   * @param options The bundle, and where events go.
   */
  constructor(setup: ExecutorSetup, options: WorkerSlotOptions) {
    this.#onEvent = options.onEvent;
    this.#dir = join(setup.scratchRoot, crypto.randomUUID().slice(0, 8));
    this.#files = new RunFolder(join(this.#dir, "files"));
    const scratchDir = join(this.#dir, "tmp");
    Deno.mkdirSync(scratchDir, { recursive: true, mode: 0o700 });
    this.#loaded.promise.catch(() => {});
    this.#worker = new Worker(new URL("../run_worker.ts", import.meta.url), {
      type: "module",
      deno: { permissions: toPermissions(setup, this.#dir) },
    });
    this.#worker.addEventListener("message", (event) => this.#receive(event.data));
    this.#worker.addEventListener("messageerror", () => this.#broken());
    this.#worker.addEventListener("error", (event) => {
      // Unprevented, it would end the executor.
      event.preventDefault();
      this.#fail(
        new WorkflowError("run_failed", `The run's worker ended: ${event.message || "no reason given"}`),
      );
    });
    // Project code hears and forges the worker's own messages: they only tell that there is something on the port.
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker.postMessage(null, [port2]);
    const { projectDir, env, model } = setup;
    void options.bundleUrl.then((bundleUrl) => {
      if (this.#state === "ended") return;
      const named = model === undefined ? {} : { model };
      this.#send({ type: "load", bundleUrl, projectDir, scratchDir, env, ...named });
      this.#limitLoading(options);
    });
  }

  /** The definition as plain JSON, once the bundle is loaded; rejects when loading fails. */
  get loaded(): Promise<unknown> {
    return this.#loaded.promise;
  }

  /**
   * Executes a run. A slot takes one.
   *
   * @param request The run, and what its journal has of it.
   * @param handlers Where its events go, and what it has to be written down.
   * @returns How it ended by itself, or `ended` after {@linkcode WorkerSlot.cancel}.
   * @throws {WorkflowError} If the bundle does not load.
   */
  async run(request: RunRequest & { readonly replay: Replay }, handlers: RunHandlers): Promise<RunOutcome> {
    this.#onEvent = handlers.onEvent;
    this.#run = handlers;
    try {
      await this.#loaded.promise;
    } catch (error) {
      if (this.#state !== "ended") throw error;
    }
    if (this.#state === "ready") {
      this.#state = "running";
      this.#send({ type: "run", ...this.#withFiles(request) });
    }
    return await this.#outcome.promise;
  }

  /**
   * Asks the project what a form offers. A slot takes this or a run.
   *
   * @param request The form.
   * @returns What came of it; `ended` after {@linkcode WorkerSlot.cancel}.
   * @throws {WorkflowError} If the bundle does not load.
   */
  async resolve(request: ResolveRequest): Promise<RunOutcome> {
    await this.#loaded.promise;
    if (this.#state === "ready") {
      this.#state = "running";
      this.#send({ type: "resolve", ...request });
    }
    return await this.#outcome.promise;
  }

  /**
   * Hands an answer to the run.
   *
   * @param answer The answer.
   * @returns Whether the run is still there to take it.
   */
  answer({ key, answer, files }: GivenAnswer): boolean {
    if (this.#state !== "running") return false;
    this.#given.add({ key, answer, files });
    this.#send({ type: "answer", key, answer, files: this.#files.link(files) });
    return true;
  }

  /** Brings what the host answers to a call of the run. */
  answerCall(result: HostCallResult): void {
    if (this.#state === "running") this.#send({ type: "host_result", ...result });
  }

  /** Ends the worker of a run that waits; what it has done is in its journal. */
  suspend(): void {
    this.#outcome.resolve({ status: "suspended" });
    this.end();
  }

  /**
   * Cancels: the pending run settles at once, the worker gets a moment to notice, then it is ended.
   *
   * @param reason Why.
   * @returns Whether the worker answered in time; one that did not may go on burning its processor.
   */
  async cancel(reason: CancelReason): Promise<boolean> {
    this.#outcome.resolve({ status: "ended", reason });
    if (this.#state === "ended" || this.#state === "cancelling") return true;
    this.#state = "cancelling";
    this.#send({ type: "cancel", reason });
    const answered = await settlesWithin(this.#cancelled.promise, CANCEL_ANSWER_MS);
    this.#terminate();
    return answered;
  }

  /** Ends the worker, unless it is being cancelled and so about to end. */
  end(): void {
    if (this.#state !== "ended" && this.#state !== "cancelling") this.#terminate();
  }

  #limitLoading({ loadLimitMs = LOAD_LIMIT_MS, onStuck }: WorkerSlotOptions): void {
    this.#loadTimer = setTimeout(() => {
      this.#fail(
        new WorkflowError(
          "invalid_definition",
          `The project did not finish loading within ${
            loadLimitMs / 1000
          } s: an \`await\` at the top level of a ` +
            "module never settles, or code there never returns",
        ),
      );
      void this.cancel("cancelled").then((answered) => answered || onStuck());
    }, loadLimitMs);
  }

  #terminate(): void {
    this.#state = "ended";
    clearTimeout(this.#loadTimer);
    this.#worker.terminate();
    this.#port.close();
    this.#loaded.reject(new WorkflowError("cancelled", "The worker was ended"));
    this.#outcome.resolve({ status: "ended", reason: "cancelled" });
    Deno.remove(this.#dir, { recursive: true }).catch(() => {});
  }

  #receive(data: unknown): void {
    if (this.#state === "ended") return;
    const message = parseWorkerMessage(data);
    if (!message) return this.#broken();
    const tooLong = typeof data === "string" ? findTooLong(message, data.length) : undefined;
    if (tooLong) return this.#fail(tooLong);
    this.#handle(message);
  }

  #handle(message: FromWorker): void {
    switch (message.type) {
      case "loaded":
        if (this.#state === "loading") this.#state = "ready";
        clearTimeout(this.#loadTimer);
        this.#loaded.resolve(message.definition);
        return;
      case "load_failed":
        clearTimeout(this.#loadTimer);
        this.#fail(reviveError(message.error));
        return;
      case "event":
        this.#onEvent(shortenEvent(message.event));
        return;
      case "outcome":
        this.#outcome.resolve(message.outcome);
        return;
      case "step":
        this.#write(message.record.endOrder, (run) => run.onStep(message.record));
        return;
      case "answer":
        this.#writeAnswer(message.record);
        return;
      case "ask":
        this.#write(undefined, (run) => run.onAsk(message));
        return;
      case "store":
        void this.#askStore(message);
        return;
      case "host_call":
      case "host_call_abort":
        if (this.#state === "running") this.#run?.onHostCall(message);
        return;
      case "cancelled":
        this.#cancelled.resolve();
        return;
    }
  }

  /** Tells the worker that it may go on, once what it has to be written down is. */
  #write(order: number | undefined, write: (run: RunHandlers) => void): void {
    if (this.#state !== "running" || !this.#run) return;
    try {
      write(this.#run);
      if (order !== undefined) this.#send({ type: "recorded", order });
    } catch (error) {
      this.#fail(new WorkflowError("store_failed", toMessage(error), { cause: error }));
      this.end();
    }
  }

  async #askStore({ id, method, params }: Extract<FromWorker, { type: "store" }>): Promise<void> {
    if (this.#state !== "running" || !this.#run) return;
    const message = await this.#perform(this.#run, method, params).then(
      (result) => ({ type: "store_result", id, ok: true, result } as const),
      (error) => {
        const { code, message } = serializeError(error, "store_failed"); // Its stack is of no use to the author.
        return { type: "store_result", id, ok: false, error: { code, message } } as const;
      },
    );
    if (this.#state === "running") this.#send(message);
  }

  /** A file that the run makes stays in the store, where the run cannot read: that it does in its own folder. */
  async #perform(run: RunHandlers, method: string, params: unknown): Promise<StoreResult> {
    const call = parseStoreCall(method, params);
    const result = await run.onStore(call);
    if (this.#state !== "running" || (call.method !== "files.create" && call.method !== "files.end")) {
      return result;
    }
    const file = result as MadeFile;
    try {
      return { ...file, readPath: this.#files.linkOne(file).path };
    } catch (cause) {
      const message = `Cannot let the run read ${JSON.stringify(file.name)}, which it made`;
      throw new WorkflowError("store_failed", message, { cause });
    }
  }

  /** Links all files of a run into the folder that it may read. */
  #withFiles<T extends RunRequest & { readonly replay: Replay }>(request: T): T {
    const answers = request.answers.map((answer) => {
      this.#given.add(answer);
      return { ...answer, files: this.#files.link(answer.files) };
    });
    const known = request.replay.answers.map((one) => ({ ...one, files: this.#files.link(one.files) }));
    const replay = { ...request.replay, answers: known };
    return { ...request, files: this.#files.link(request.files), answers, replay };
  }

  #writeAnswer(told: AnswerRecord): void {
    const record = this.#given.complete(told);
    if (record) return this.#write(record.endOrder, (run) => run.onAnswer(record));
    const message = `The run took ${JSON.stringify(told.request.id)} for answered, which nobody has answered`;
    this.#fail(new WorkflowError("run_failed", message));
  }

  #broken(): void {
    this.#fail(
      new WorkflowError("run_failed", "The run's worker sent something that is no message of Workflow Code"),
    );
  }

  #fail(error: WorkflowError): void {
    this.#loaded.reject(error);
    this.#outcome.resolve({ status: "failed", error: toRunError(error) });
  }

  #send(message: ToWorker): void {
    this.#port.postMessage(JSON.stringify(message));
    this.#worker.postMessage(null);
  }
}

function toPermissions(setup: ExecutorSetup, dir: string): Deno.PermissionOptionsObject {
  return {
    read: [
      ...(setup.hidesDotEnv ? readableEntries(setup.projectDir) : [setup.projectDir]),
      toBundleDir(setup.scratchRoot),
      dir,
      ...setup.read,
    ],
    write: [join(dir, "tmp")],
    // Project code sees `load.env` in its place; the process's own variables stay out of reach.
    env: false,
    net: setup.net.length > 0 ? [...setup.net] : false,
    sys: ["hostname", "osRelease", ...setup.sys] as ("hostname" | "osRelease")[],
    run: false,
    ffi: false,
    import: false,
  };
}

function toRunError(error: WorkflowError) {
  return {
    code: error.code,
    message: error.message,
    ...(error.stack ? { stack: error.stack } : {}),
    ...(error.location ? { location: error.location } : {}),
  };
}

async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let settled = false;
  const done = promise.then(() => settled = true);
  for (let turn = 0; turn < ms / TURN_MS && !settled; turn++) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([done, new Promise((resolve) => timer = setTimeout(resolve, TURN_MS))]);
    clearTimeout(timer);
  }
  return settled;
}
