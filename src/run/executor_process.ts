import type { InteractionRequest } from "../core/interaction.ts";
import { reviveError, WorkflowError } from "../errors.ts";
import { CallAnswers } from "./call_answers.ts";
import { createFrameKey, FrameWriter, splitLines, unframe } from "./frames.ts";
import { parseExecutorMessage } from "./parse_message.ts";
import {
  type ExecutorMethod,
  type ExecutorMethods,
  type ExecutorSetup,
  type HostCall,
  PROTOCOL_VERSION,
  type RunEvent,
  type ServerAccess,
} from "./protocol.ts";

/** How many characters of the executor's stderr are kept to explain its death. */
const STDERR_KEPT = 4096;

/** A bundle: the snapshot of a project that runs are made of. */
export interface ExecutorBundle {
  /** Names it by its content. */
  readonly id: string;
  /** Its file. */
  readonly path: string;
}

/** What an executor runs. */
export interface ExecutorProject {
  /** The project's folder and what its runs get. */
  readonly setup: Promise<Omit<ExecutorSetup, "protocol" | "scratchRoot" | "server">>;
  readonly bundle: Promise<ExecutorBundle>;
  /** Finds where agents reach models; asked for each executor, so that a login counts from the next one on. @default nowhere */
  readonly findServer?: () => Promise<ServerAccess | undefined>;
  /** Called before an executor loads the bundle: puts it back in its place where it is gone. */
  readonly restoreBundle?: () => void;
}

/** What {@linkcode ExecutorProcess} needs and reports. */
export interface ExecutorProcessOptions {
  /** The command that starts an executor: this executable with its internal argument. */
  readonly command: readonly string[];
  /** The executor's whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The project; the process starts while it is still being opened and bundled. */
  readonly project: ExecutorProject;
  /** A folder for the executor's scratch folders, which it makes; removed when it has ended. */
  readonly scratchRoot: string;
  /** Called for everything that happens inside runs. */
  readonly onEvent: (runId: string, event: RunEvent) => void;
  /** Called when a run asks. */
  readonly onWaiting: (runId: string, request: InteractionRequest) => void;
  /**
   * Answers what a run asks of its host; what it throws is thrown in the run. The signal aborts when nobody waits for the
   * answer any more.
   */
  readonly onCall: (runId: string, call: HostCall, signal: AbortSignal) => Promise<unknown>;
  /** Called with what the executor writes outside of any run. */
  readonly onLog: (text: string) => void;
  /** Called when a worker could not be ended, so that a fresh executor has to take over. */
  readonly onSpent: () => void;
}

/** The host's side of one executor process. */
export class ExecutorProcess {
  readonly #options: ExecutorProcessOptions;
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #writer: FrameWriter;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #calls: CallAnswers;
  readonly #ended: Promise<void>;
  readonly #opened: Promise<void>;
  #nextId = 1;
  #death: WorkflowError | undefined;
  #stderr = "";

  /**
   * Starts the process, and opens the project in it as soon as that is known.
   *
   * @param options What to start and where to report.
   */
  constructor(options: ExecutorProcessOptions) {
    this.#options = options;
    const [program = "", ...args] = options.command;
    this.#child = new Deno.Command(program, {
      args,
      clearEnv: true,
      env: { ...options.env },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const key = createFrameKey();
    this.#input = this.#child.stdin.getWriter();
    this.#input.write(new TextEncoder().encode(`${key}\n`)).catch(() => {});
    this.#writer = new FrameWriter((bytes) => this.#input.write(bytes), key);
    this.#calls = new CallAnswers({
      answer: options.onCall,
      // An executor that is gone needs no answers.
      send: (result) => void this.#send("host_result", result).catch(() => {}),
    });
    this.#ended = this.#watch(key);
    this.#opened = this.#open();
    this.#opened.catch((error) => this.#kill(error));
  }

  /** Whether the process has died or is being closed: every request is refused. */
  get dead(): boolean {
    return this.#death !== undefined;
  }

  /** The folder of its scratch folders. */
  get scratchRoot(): string {
    return this.#options.scratchRoot;
  }

  /**
   * Asks the executor.
   *
   * @param method A row of the protocol.
   * @param params Its params.
   * @returns Its result.
   * @throws {WorkflowError} What the executor answered; `executor_crashed` if it dies before it answers.
   */
  async request<M extends ExecutorMethod>(
    method: M,
    params: ExecutorMethods[M]["params"],
  ): Promise<ExecutorMethods[M]["result"]> {
    await this.#opened;
    return await this.#send(method, params);
  }

  async #open(): Promise<void> {
    const { project, scratchRoot } = this.#options;
    const [setup, server] = await Promise.all([project.setup, project.findServer?.()]);
    const open = { ...setup, ...(server ? { server } : {}), scratchRoot, protocol: PROTOCOL_VERSION };
    // An executor that is not open or has no bundle would let every request wait for ever.
    this.#send("open", open).catch((error) => this.#kill(error));
    const { path } = await project.bundle;
    project.restoreBundle?.();
    this.#send("load", { bundlePath: path }).catch((error) => this.#kill(error));
  }

  #send<M extends ExecutorMethod>(
    method: M,
    params: ExecutorMethods[M]["params"],
  ): Promise<ExecutorMethods[M]["result"]> {
    if (this.#death) return Promise.reject(this.#death);
    const id = this.#nextId++;
    const pending = Promise.withResolvers<unknown>();
    this.#pending.set(id, pending);
    this.#writer.send({ type: "request", id, method, params });
    return pending.promise as Promise<ExecutorMethods[M]["result"]>;
  }

  /** Ends the process and waits until it is gone and its scratch folders are removed. Pending requests are rejected. */
  async close(): Promise<void> {
    this.#kill(new WorkflowError("executor_crashed", "The executor was closed"));
    await this.#ended;
  }

  async #watch(key: string): Promise<void> {
    const [status] = await Promise.all([this.#child.status, this.#readMessages(key), this.#readStderr()]);
    this.#die(new WorkflowError("executor_crashed", explainDeath(status, this.#stderr)));
    this.#input.abort().catch(() => {});
    await Deno.remove(this.#options.scratchRoot, { recursive: true }).catch(() => {});
  }

  async #readMessages(key: string): Promise<void> {
    try {
      for await (const line of splitLines(this.#child.stdout)) {
        const text = unframe(line, key);
        if (text === undefined) this.#options.onLog(`${line}\n`);
        else if (!this.#receive(text)) return this.#kill(brokenFrame());
      }
    } catch {
      this.#kill(brokenFrame());
    }
  }

  #kill(reason: WorkflowError): void {
    this.#die(reason);
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }

  #receive(text: string): boolean {
    const message = parseExecutorMessage(text);
    switch (message?.type) {
      case undefined:
        return false;
      case "response": {
        const pending = this.#pending.get(message.id);
        this.#pending.delete(message.id);
        if (message.ok) pending?.resolve(message.result);
        else pending?.reject(reviveError(message.error));
        return true;
      }
      case "event":
        this.#options.onEvent(message.runId, message.event);
        return true;
      case "waiting":
        this.#options.onWaiting(message.runId, message.request);
        return true;
      case "host_call":
        this.#calls.take(message);
        return true;
      case "host_call_abort":
        this.#calls.abort(message.id);
        return true;
      case "load_log":
        this.#options.onLog(message.text);
        return true;
      case "spent":
        this.#options.onSpent();
        return true;
    }
  }

  async #readStderr(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.#child.stderr) {
        const text = decoder.decode(chunk, { stream: true });
        this.#stderr = (this.#stderr + text).slice(-STDERR_KEPT);
        this.#options.onLog(text);
      }
    } catch {
      // The pipe broke with the process.
    }
  }

  #die(reason: WorkflowError): void {
    this.#death ??= reason;
    for (const pending of this.#pending.values()) pending.reject(this.#death);
    this.#pending.clear();
    this.#calls.abortAll(this.#death);
  }
}

/** After one, nothing of an executor can be trusted any more. */
function brokenFrame(): WorkflowError {
  return new WorkflowError("executor_crashed", "The executor sent a message that cannot be read");
}

/** Says why an executor died, for the author of the workflow. */
function explainDeath(status: Deno.CommandStatus, stderr: string): string {
  if (/heap out of memory|heap limit|Out of memory/i.test(stderr)) {
    return "The workflow used more memory than the 1024 MiB that its process has";
  }
  const how = status.signal ? `by ${status.signal}` : `with exit code ${status.code}`;
  return `The process that ran the workflow ended ${how}`;
}
