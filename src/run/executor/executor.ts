import { join, toFileUrl } from "@std/path";
import { serializeError, toMessage, WorkflowError } from "../../errors.ts";
import {
  type CancelReason,
  type ExecutorSetup,
  PROTOCOL_VERSION,
  type ResolveRequest,
  type RunEvent,
  type RunOutcome,
  type RunRequest,
} from "../protocol.ts";
import type { ExecutorMessage, HostMessage } from "../protocol.ts";
import { type Journal, openJournal } from "../../store/journal/journal.ts";
import type { Replay } from "../../store/journal/records.ts";
import { StoreClient } from "../../store/store_client.ts";
import { holdLock } from "../../store/process_lock.ts";
import { grantedPermissions } from "../drop_permissions.ts";
import { HostCallRouter } from "./host_call_router.ts";
import { toScratchLock } from "../scratch_lock.ts";
import { linkOrCopy } from "./link_or_copy.ts";
import { ModelCalls } from "./model_calls.ts";
import { toBundleDir, WorkerSlot } from "./worker_slot.ts";

/** How long the answer of a run has for its way to the client before a new worker takes the processor. */
const SPARE_DELAY_MS = 5;

/** How long a project may take to say what a form offers, in milliseconds: a person waits for it. */
const RESOLVE_LIMIT_MS = 10_000;

/**
 * Runs workflows for a host: keeps one worker ready, gives each run a worker of its own.
 *
 * A fresh worker is prepared only after the answer of a run has been sent, so that it does not delay it.
 */
export class Executor {
  readonly #send: (message: ExecutorMessage) => void;
  readonly #runs = new Map<string, WorkerSlot>();
  readonly #bundleUrl = Promise.withResolvers<string>();
  readonly #hostCalls: HostCallRouter;
  #modelCalls: ModelCalls | undefined;
  #setup: ExecutorSetup | undefined;
  #journal: Journal | undefined;
  #lock: Disposable | undefined;
  #stores: StoreClient | undefined;
  #spare: WorkerSlot | undefined;
  #spareTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param send Sends a message to the host. */
  constructor(send: (message: ExecutorMessage) => void) {
    this.#send = send;
    this.#hostCalls = new HostCallRouter(send);
  }

  /**
   * Answers one request of the host, always with exactly one response.
   *
   * @param message The request.
   */
  async answer(message: HostMessage): Promise<void> {
    try {
      const result = await this.#perform(message);
      this.#send({ type: "response", id: message.id, ok: true, result });
    } catch (error) {
      this.#send({ type: "response", id: message.id, ok: false, error: serializeError(error) });
    }
    if (message.method === "run" || message.method === "resolve") {
      this.#spareTimer ??= setTimeout(() => this.#refill(), SPARE_DELAY_MS);
    }
  }

  /** Ends every worker and removes the scratch folders. */
  close(): void {
    clearTimeout(this.#spareTimer);
    for (const slot of this.#runs.values()) slot.end();
    this.#spare?.end();
    this.#stores?.[Symbol.dispose]();
    this.#journal?.[Symbol.dispose]();
    this.#lock?.[Symbol.dispose]();
    if (this.#setup) removeQuietly(this.#setup.scratchRoot);
  }

  #perform(message: HostMessage): Promise<unknown> {
    switch (message.method) {
      case "open":
        return this.#open(message.params);
      case "load":
        return Promise.resolve(this.#load(message.params.bundlePath));
      case "describe":
        return this.#describe();
      case "resolve":
        return this.#resolve(message.params);
      case "run":
        return this.#run(message.params);
      case "cancel":
        return this.#cancel(message.params.runId, message.params.reason);
      case "answer":
        return Promise.resolve(this.#runs.get(message.params.runId)?.answer(message.params) ?? false);
      case "suspend":
        this.#runs.get(message.params.runId)?.suspend();
        return Promise.resolve(null);
      case "host_result":
        return Promise.resolve(this.#hostCalls.settle(message.params));
    }
  }

  async #open(setup: ExecutorSetup): Promise<{ protocol: number; permissions: string[] }> {
    if (this.#setup) throw new WorkflowError("internal", "The executor is already open");
    if (setup.protocol !== PROTOCOL_VERSION) {
      throw new WorkflowError(
        "internal",
        `The host speaks protocol ${setup.protocol}, this executor ${PROTOCOL_VERSION}`,
      );
    }
    Deno.mkdirSync(toBundleDir(setup.scratchRoot), { recursive: true, mode: 0o700 });
    // A client starts servers anywhere: relative paths of project code are meant from its own folder.
    changeInto(setup.projectDir, setup.scratchRoot);
    this.#setup = setup;
    this.#prepareSpare();
    this.#lock = holdLock(toScratchLock(setup.scratchRoot));
    return { protocol: PROTOCOL_VERSION, permissions: await grantedPermissions() };
  }

  /** Links the bundle into the folder that workers may read, where it stays for as long as they need it. */
  #load(bundlePath: string): null {
    if (!this.#setup) throw new WorkflowError("internal", "The executor is not open");
    const path = join(toBundleDir(this.#setup.scratchRoot), "bundle.js");
    try {
      linkOrCopy(bundlePath, path);
    } catch (cause) {
      const message = `Cannot read the bundle at ${bundlePath}: ${toMessage(cause)}`;
      throw new WorkflowError("store_failed", message, { cause });
    }
    this.#bundleUrl.resolve(toFileUrl(path).href);
    return null;
  }

  async #describe(): Promise<{ definition: unknown }> {
    const spare = this.#prepareSpare();
    return { definition: await spare.loaded };
  }

  async #resolve(request: ResolveRequest): Promise<RunOutcome> {
    const slot = this.#prepareSpare();
    this.#spare = undefined;
    const late = setTimeout(async () => {
      if (!await slot.cancel("timeout")) this.#send({ type: "spent" });
    }, RESOLVE_LIMIT_MS);
    try {
      return await slot.resolve(request);
    } finally {
      clearTimeout(late);
      slot.end();
    }
  }

  async #run(request: RunRequest): Promise<RunOutcome> {
    const slot = this.#prepareSpare();
    this.#spare = undefined;
    const { runId } = request;
    this.#runs.set(runId, slot);
    try {
      const journal = this.#openJournal(request.owner);
      return await slot.run({ ...request, replay: toOwnReplay(journal.replay(runId)) }, {
        onEvent: (event: RunEvent) => this.#send({ type: "event", runId, event }),
        onStep: (record) => journal.recordStep(runId, record),
        onAnswer: (record) => journal.recordAnswer(runId, record),
        onAsk: ({ request, startOrder, askedAt }) => {
          journal.openInteraction(runId, request, { startOrder, askedAt });
          this.#send({ type: "waiting", runId, request });
        },
        onStore: (call) => this.#openStores().call(runId, call),
        onHostCall: (call) => {
          if (!this.#openModels().take(slot, call)) this.#hostCalls.take(runId, slot, call);
        },
      });
    } catch (error) {
      return { status: "failed", error: serializeError(error, "run_failed") };
    } finally {
      // Another worker may go on with the run already.
      if (this.#runs.get(runId) === slot) {
        this.#runs.delete(runId);
        this.#stores?.release(runId);
      }
      slot.end();
      this.#hostCalls.abandon(slot);
      this.#modelCalls?.abandon(slot);
    }
  }

  async #cancel(runId: string, reason: CancelReason): Promise<null> {
    const slot = this.#runs.get(runId);
    if (slot && !(await slot.cancel(reason))) this.#send({ type: "spent" });
    return null;
  }

  #openJournal(owner: string): Journal {
    if (!this.#setup) throw new WorkflowError("internal", "The executor is not open");
    return this.#journal ??= openJournal(this.#setup.dataDir, { owner });
  }

  #openStores(): StoreClient {
    if (!this.#setup) throw new WorkflowError("internal", "The executor is not open");
    return this.#stores ??= new StoreClient(this.#setup.stores);
  }

  #openModels(): ModelCalls {
    return this.#modelCalls ??= new ModelCalls(this.#setup?.server);
  }

  #refill(): void {
    this.#spareTimer = undefined;
    this.#prepareSpare();
  }

  /** Gives the worker that is ready, or makes one; one that failed to load is replaced. */
  #prepareSpare(): WorkerSlot {
    if (this.#spare) return this.#spare;
    if (!this.#setup) throw new WorkflowError("internal", "The executor is not open");
    const spare = new WorkerSlot(this.#setup, {
      bundleUrl: this.#bundleUrl.promise,
      onStuck: () => this.#send({ type: "spent" }),
      onEvent: (event) => {
        if (event.type === "log") this.#send({ type: "load_log", text: event.text });
      },
    });
    spare.loaded.catch(() => {
      if (this.#spare === spare) this.#spare = undefined;
      spare.end();
    });
    this.#spare = spare;
    return spare;
  }
}

/** What people answered to runs of related projects is not for a run to see that handed on the questions. */
function toOwnReplay({ steps, answers }: Replay): Replay {
  return { steps, answers: answers.filter(({ request }) => !request.related) };
}

/** A project whose folder was deleted meanwhile is served all the same: its bundle is the snapshot. */
function changeInto(dir: string, otherwise: string): void {
  try {
    Deno.chdir(dir);
  } catch {
    Deno.chdir(otherwise);
  }
}

function removeQuietly(dir: string): void {
  try {
    Deno.removeSync(dir, { recursive: true });
  } catch {
    // The host removes it too.
  }
}
