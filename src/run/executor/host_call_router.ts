import { CallBudget } from "../call_budget.ts";
import type { ExecutorMessage, FromWorker, HostCallResult } from "../protocol.ts";
import type { WorkerSlot } from "./worker_slot.ts";

/** A call on its way: whose it is, and how its worker names it. */
interface Open {
  readonly slot: WorkerSlot;
  readonly id: number;
  /** The length of its params, in characters of JSON. */
  readonly size: number;
}

/** Carries the calls of runs to the host and its answers back. A worker that goes on with a run never gets an answer to another's call. */
export class HostCallRouter {
  readonly #send: (message: ExecutorMessage) => void;
  readonly #open = new Map<number, Open>();
  readonly #budgets = new WeakMap<WorkerSlot, CallBudget>();
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
    const size = JSON.stringify(message.params).length;
    if (!this.#budgetOf(slot).take(size)) return refuse(slot, message.id);
    const id = ++this.#lastId;
    this.#open.set(id, { slot, id: message.id, size });
    this.#send({ type: "host_call", runId, id, method: message.method, params: message.params });
  }

  /** Brings an answer to the worker that waits for it. */
  settle(result: HostCallResult): null {
    const open = this.#open.get(result.id);
    if (open) this.#forget(result.id, open);
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
      this.#forget(id, open);
      this.#send({ type: "host_call_abort", id });
    }
  }

  #forget(id: number, { slot, size }: Open): void {
    this.#open.delete(id);
    this.#budgetOf(slot).giveBack(size);
  }

  #budgetOf(slot: WorkerSlot): CallBudget {
    const budget = this.#budgets.get(slot) ?? new CallBudget();
    this.#budgets.set(slot, budget);
    return budget;
  }
}

/** The run's own side waits before it comes to this: only what goes around that gets here. */
function refuse(slot: WorkerSlot, id: number): void {
  const error = {
    code: "run_failed",
    message: "Cannot ask the host for more: too much is asked already",
  } as const;
  slot.answerCall({ id, ok: false, error });
}
