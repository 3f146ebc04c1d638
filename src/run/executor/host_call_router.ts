import type { ExecutorMessage, FromWorker, HostCallResult } from "../protocol.ts";
import type { WorkerSlot } from "./worker_slot.ts";

/** A call on its way: whose it is, and how its worker names it. */
interface Open {
  readonly slot: WorkerSlot;
  readonly id: number;
}

/** Carries the calls of runs to the host and its answers back. A worker that goes on with a run never gets an answer to another's call. */
export class HostCallRouter {
  readonly #send: (message: ExecutorMessage) => void;
  readonly #open = new Map<number, Open>();
  #lastId = 0;

  /** @param send Sends a message to the host. */
  constructor(send: (message: ExecutorMessage) => void) {
    this.#send = send;
  }

  /**
   * Takes a call of a run to the host, or tells it that the run gave one up.
   *
   * @param runId The run.
   * @param slot Its worker.
   * @param message What the worker sent.
   */
  take(
    runId: string,
    slot: WorkerSlot,
    message: Extract<FromWorker, { type: "host_call" | "host_call_abort" }>,
  ): void {
    if (message.type === "host_call_abort") {
      return this.#abort((open) => open.slot === slot && open.id === message.id);
    }
    const id = ++this.#lastId;
    this.#open.set(id, { slot, id: message.id });
    this.#send({ type: "host_call", runId, id, method: message.method, params: message.params });
  }

  /** Brings an answer to the worker that waits for it. */
  settle(result: HostCallResult): null {
    const open = this.#open.get(result.id);
    this.#open.delete(result.id);
    open?.slot.answerCall({ ...result, id: open.id });
    return null;
  }

  /** Gives up all that a worker asked, which has ended. */
  abandon(slot: WorkerSlot): void {
    this.#abort((open) => open.slot === slot);
  }

  #abort(isMeant: (open: Open) => boolean): void {
    for (const [id, open] of this.#open) {
      if (!isMeant(open)) continue;
      this.#open.delete(id);
      this.#send({ type: "host_call_abort", id });
    }
  }
}
