import { reviveError, WorkflowError } from "../errors.ts";
import type {
  FromStoreWorker,
  StoreCall,
  StoreDirs,
  StoreMethod,
  StoreMethods,
  ToStoreWorker,
} from "./store_protocol.ts";

/** A call that waits for its answer. */
type Pending = PromiseWithResolvers<unknown>;

/**
 * The stores of one project, as its executor uses them: a worker owns them, started when they are first used. Each call is
 * answered exactly once, also when the worker fails or the client is closed.
 */
export class StoreClient implements Disposable {
  readonly #dirs: StoreDirs;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  /** @param dirs Where the stores are. */
  constructor(dirs: StoreDirs) {
    this.#dirs = dirs;
  }

  /**
   * Does what a run asks for; calls are performed in the order in which they are made.
   *
   * @param runId The run.
   * @param call What it asks for, as `parseStoreCall` gave it.
   * @returns What the method gives.
   * @throws {WorkflowError} `store_failed` if the store fails, naming it, or the client is closed.
   */
  call<M extends StoreMethod>(
    runId: string,
    call: Extract<StoreCall, { readonly method: M }>,
  ): Promise<StoreMethods[M]["result"]> {
    if (this.#isClosed) return Promise.reject(closed());
    const pending: Pending = Promise.withResolvers();
    const id = ++this.#lastId;
    this.#pending.set(id, pending);
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage({ type: "request", id, runId, call } satisfies ToStoreWorker);
    } catch (cause) {
      this.#end(new WorkflowError("store_failed", "Cannot start the store worker", { cause }));
    }
    // The worker answers with what the method gives.
    return pending.promise as Promise<StoreMethods[M]["result"]>;
  }

  /**
   * Gives up what a run was making.
   *
   * @param runId A run that has ended, or was ended.
   */
  release(runId: string): void {
    this.#worker?.postMessage({ type: "release", runId } satisfies ToStoreWorker);
  }

  /** Ends the worker; what it has answered is kept, what waits is rejected. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#end(closed());
  }

  #start(): Worker {
    const worker = new Worker(new URL("./store_worker.ts", import.meta.url), {
      type: "module",
      deno: { permissions: toPermissions(this.#dirs) },
    });
    const fail = (reason: string) => {
      if (worker !== this.#worker) return;
      this.#end(new WorkflowError("store_failed", `The store worker ended: ${reason}`));
    };
    worker.addEventListener("message", ({ data }: MessageEvent<FromStoreWorker>) => this.#receive(data));
    worker.addEventListener("messageerror", () => fail("it sent something that cannot be read"));
    worker.addEventListener("error", (event) => {
      event.preventDefault(); // Else it would end the executor.
      fail(event.message || "no reason given");
    });
    worker.postMessage({ type: "open", dirs: this.#dirs } satisfies ToStoreWorker);
    return worker;
  }

  #receive(message: FromStoreWorker): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.ok) pending?.resolve(message.result);
    else pending?.reject(reviveError(message.error));
  }

  /** The next call starts a new worker, unless the client is closed. */
  #end(reason: WorkflowError): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const one of pending) one.reject(reason);
  }
}

function toPermissions(dirs: StoreDirs): Deno.PermissionOptionsObject {
  const folders = [dirs.kv, dirs.values, dirs.created];
  return {
    read: folders,
    write: folders,
    env: false,
    net: false,
    sys: false,
    run: false,
    ffi: false,
    import: false,
  };
}

function closed(): WorkflowError {
  return new WorkflowError("store_failed", "The stores are closed");
}
