import { serializeError } from "../errors.ts";
import type { ExecutorMessage, HostCall, HostCallResult } from "./protocol.ts";

/** What {@linkcode CallAnswers} works with. */
export interface CallAnswersOptions {
  /** Answers one call of a run; its signal aborts when nobody waits for the answer any more. */
  readonly answer: (runId: string, call: HostCall, signal: AbortSignal) => Promise<unknown>;
  /** Sends a result to the executor. */
  readonly send: (result: HostCallResult) => void;
}

/** The host's side of what the runs of one executor ask: each call gets exactly one answer, unless it is given up. */
export class CallAnswers {
  readonly #options: CallAnswersOptions;
  readonly #open = new Map<number, AbortController>();

  constructor(options: CallAnswersOptions) {
    this.#options = options;
  }

  /** Answers a call, as soon as there is an answer. */
  take({ runId, id, method, params }: Extract<ExecutorMessage, { type: "host_call" }>): void {
    const controller = new AbortController();
    this.#open.set(id, controller);
    void this.#answer(runId, { method, params }, controller.signal).then((result) => {
      if (this.#open.delete(id)) this.#options.send({ id, ...result });
    });
  }

  /** Gives up a call; one that is unknown or has been answered is ignored. */
  abort(id: number, reason?: unknown): void {
    const controller = this.#open.get(id);
    this.#open.delete(id);
    controller?.abort(reason);
  }

  /** Gives up all calls: the executor is gone. */
  abortAll(reason: unknown): void {
    for (const id of [...this.#open.keys()]) this.abort(id, reason);
  }

  async #answer(runId: string, call: HostCall, signal: AbortSignal) {
    try {
      return { ok: true, result: await this.#options.answer(runId, call, signal) ?? null } as const;
    } catch (error) {
      const { stack: _, ...told } = serializeError(error); // It is no stack of the author's code.
      return { ok: false, error: told } as const;
    }
  }
}
