import { serializeError } from "../../errors.ts";
import { parseModelRequest } from "../parse_model_request.ts";
import type { FromWorker, ServerAccess } from "../protocol.ts";
import { ModelServer } from "./model_server.ts";
import type { WorkerSlot } from "./worker_slot.ts";

/** The part of a worker that calls come from and answers go to. */
type Caller = Pick<WorkerSlot, "answerCall">;

/** Answers what runs ask of models. The host has no part in it: the executor has the server's key, no worker has. */
export class ModelCalls {
  readonly #server: ModelServer;
  readonly #open = new Map<Caller, Map<number, AbortController>>();

  /** @param server Where models are reached, or why that is not known. */
  constructor(server: ServerAccess | undefined) {
    this.#server = new ModelServer(server);
  }

  /**
   * Takes a call of a run, or that it gave one up.
   *
   * @param slot The run's worker.
   * @param message What the worker sent.
   * @returns Whether it is about a model; the host answers everything else.
   */
  take(slot: Caller, message: Extract<FromWorker, { type: "host_call" | "host_call_abort" }>): boolean {
    if (message.type === "host_call_abort") {
      const call = this.#open.get(slot)?.get(message.id);
      call?.abort();
      return call !== undefined;
    }
    if (message.method !== "model") return false;
    void this.#answer(slot, message);
    return true;
  }

  /** Gives up all that a worker asked, which has ended. */
  abandon(slot: Caller): void {
    for (const call of this.#open.get(slot)?.values() ?? []) call.abort();
    this.#open.delete(slot);
  }

  async #answer(slot: Caller, { id, params }: Extract<FromWorker, { type: "host_call" }>): Promise<void> {
    const call = new AbortController();
    const calls = this.#open.get(slot) ?? new Map<number, AbortController>();
    this.#open.set(slot, calls.set(id, call));
    try {
      const result = await this.#server.request(parseModelRequest(params), call.signal);
      slot.answerCall({ id, ok: true, result });
    } catch (error) {
      if (call.signal.aborted) return;
      const { code, message } = serializeError(error);
      slot.answerCall({ id, ok: false, error: { code, message } });
    } finally {
      calls.delete(id);
    }
  }
}
