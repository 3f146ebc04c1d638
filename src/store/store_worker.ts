/**
 * The web worker that owns the stores of one project. It may read and write their folders and do nothing else.
 *
 * @module
 */
import { serializeError } from "../errors.ts";
import type { FromStoreWorker, ToStoreWorker } from "./store_protocol.ts";
import { Stores } from "./stores.ts";

/** What the types of the main thread do not know. */
interface WorkerScope {
  postMessage(message: FromStoreWorker): void;
  addEventListener(type: "message", listener: (event: MessageEvent<ToStoreWorker>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
let stores: Stores | undefined;

scope.addEventListener("message", ({ data: message }) => {
  switch (message.type) {
    case "open":
      stores = new Stores(message.dirs);
      return;
    case "request":
      scope.postMessage(answer(message));
      return;
    case "release":
      stores?.release(message.runId);
      return;
  }
});

function answer({ id, runId, call }: Extract<ToStoreWorker, { type: "request" }>): FromStoreWorker {
  try {
    if (!stores) throw new Error("The stores are not open");
    return { type: "response", id, ok: true, result: stores.perform(runId, call) };
  } catch (error) {
    const { code, message } = serializeError(error, "store_failed"); // Its stack is of no use to anyone there.
    return { type: "response", id, ok: false, error: { code, message } };
  }
}
