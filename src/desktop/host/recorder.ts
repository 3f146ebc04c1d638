import type { FromRecorder, Recording, ToRecorder } from "./recorder_protocol.ts";

/** How long the end of a host waits for what is still to be written, in milliseconds. */
const CLOSE_MS = 700;

/** Where a {@linkcode Recorder} records, and whom it tells. */
export interface RecorderOptions {
  readonly userDataDir: string;
  /** Takes why something is not recorded, once for each reason. */
  readonly onFault: (message: string) => void;
  /** Takes the runs that somebody in another process wants to be cancelled. */
  readonly onCancel: (runId: string) => void;
}

/**
 * Records what the runs of this process do. A worker writes; whoever records only sends it a message, never waits and never fails,
 * whatever becomes of the database.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #closed = Promise.withResolvers<void>();
  #worker: Worker | undefined;

  /** @param options Where, and whom to tell. */
  constructor(options: RecorderOptions) {
    this.#options = options;
    try {
      this.#worker = this.#start();
    } catch (error) {
      this.#end(String(error));
    }
  }

  /**
   * Records changes.
   *
   * @param changes What happened, in order.
   */
  record(changes: readonly Recording[]): void {
    this.#post({ type: "record", changes });
  }

  /** Removes what is older than the settings say, unless somebody has done so today. */
  prune(): void {
    this.#post({ type: "prune" });
  }

  /** Waits a moment until everything is written, and ends the worker. */
  async close(): Promise<void> {
    if (!this.#worker) return;
    this.#worker.postMessage({ type: "close" } satisfies ToRecorder);
    const timer = setTimeout(() => this.#closed.resolve(), CLOSE_MS);
    await this.#closed.promise;
    clearTimeout(timer);
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #post(message: ToRecorder): void {
    try {
      this.#worker?.postMessage(message);
    } catch (error) {
      this.#options.onFault(String(error));
    }
  }

  #start(): Worker {
    const { userDataDir, onFault, onCancel } = this.#options;
    const worker = new Worker(new URL("./recorder_worker.ts", import.meta.url), {
      type: "module",
      deno: { permissions: toPermissions(userDataDir) },
    });
    worker.addEventListener("message", ({ data: message }: MessageEvent<FromRecorder>) => {
      switch (message.type) {
        case "fault":
          onFault(message.message);
          return;
        case "cancel":
          onCancel(message.runId);
          return;
        case "closed":
          this.#closed.resolve();
          return;
      }
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault(); // Else it would end the host.
      this.#end(event.message || "no reason given");
    });
    worker.postMessage({ type: "open", userDataDir } satisfies ToRecorder);
    return worker;
  }

  #end(reason: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#closed.resolve();
    this.#options.onFault(`the recorder has ended: ${reason}`);
  }
}

function toPermissions(userDataDir: string): Deno.PermissionOptionsObject {
  return {
    read: [userDataDir],
    write: [userDataDir],
    env: false,
    net: false,
    sys: false,
    run: false,
    ffi: false,
    import: false,
  };
}
