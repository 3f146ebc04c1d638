/**
 * The web worker in which one run of project code lives. It loads the bundle, executes at most one run, and is thrown
 * away. Nothing it sends is trusted.
 *
 * @module
 */
import process from "node:process";
import { fromFileUrl } from "@std/path";
import { getDefinition } from "../core/define.ts";
import { definitionToJson } from "../core/definition_to_json.ts";
import { type SerializedError, WorkflowError, type WorkflowErrorCode } from "../errors.ts";
import type { FromWorker, RunOutcome, ToWorker } from "./protocol.ts";
import { installBuiltins } from "./worker/builtins.ts";
import { confineCodeFromText } from "./worker/confine_code_from_text.ts";
import { BusinessFailure } from "./worker/context.ts";
import { CurrentRun } from "./worker/current_run.ts";
import { detachInternals } from "./worker/detach_internals.ts";
import { installEnvironment } from "./worker/environment.ts";
import { installExits } from "./worker/exits.ts";
import { HostCalls } from "./worker/host_calls.ts";
import { createRunLibrary } from "./worker/run_library.ts";
import { listenToExecutor } from "./worker/listen_to_executor.ts";
import { LogSink } from "./worker/log_sink.ts";
import { installOutput } from "./worker/output.ts";
import { Scopes } from "./worker/scopes.ts";
import { serializeFailure } from "./worker/serialize_failure.ts";
import { StoreCalls } from "./worker/store_calls.ts";
import { stringifyMessage } from "./worker/stringify_message.ts";

type Load = Extract<ToWorker, { type: "load" }>;
type Run = Extract<ToWorker, { type: "run" }>;
type Definition = NonNullable<ReturnType<typeof getDefinition>>;

/** What the types of the main thread do not know. */
interface WorkerScope {
  postMessage(message: unknown): void;
}

// Project code may replace any global: what this module needs is taken before it is loaded.
const now = Date.now.bind(Date);
const postMessage = (globalThis as unknown as WorkerScope).postMessage.bind(globalThis);
const ownDir = fromFileUrl(new URL(".", import.meta.url));

// Written before project code can have changed anything: for a failure that cannot be told.
const untold: SerializedError = {
  code: "run_failed",
  message: "The workflow failed, and what it threw or changed keeps the reason from being told",
};
const UNTOLD_FAILURE = stringifyMessage(
  { type: "outcome", outcome: { status: "failed", error: untold } } satisfies FromWorker,
);
const UNTOLD_LOAD_FAILURE = stringifyMessage({ type: "load_failed", error: untold } satisfies FromWorker);

const abort = new AbortController();
const scopes = new Scopes();
const sink = new LogSink((event) => post({ type: "event", event }), {
  now,
  currentNode: () => scopes.current?.id ?? null,
});

const storeCalls = new StoreCalls(post);
const hostCalls = new HostCalls(post);

let load: Load | undefined;
let definition: Definition | undefined;
let current: CurrentRun | undefined;
let settled = false;

listenToExecutor(receive);

function receive(message: ToWorker): void {
  switch (message.type) {
    case "load":
      load = message;
      void loadBundle(message);
      return;
    case "run":
      void run(message);
      return;
    case "resolve":
      void resolveParams(message);
      return;
    case "answer":
    case "recorded":
      current?.receive(message);
      return;
    case "store_result":
      storeCalls.receive(message);
      return;
    case "host_result":
      hostCalls.receive(message);
      return;
    case "cancel":
      abort.abort(
        new DOMException(
          message.reason === "timeout" ? "The run's time is up" : "The run was cancelled",
          "AbortError",
        ),
      );
      post({ type: "cancelled" });
      return;
  }
}

async function loadBundle(message: Load): Promise<void> {
  try {
    prepareGlobals(message);
    const module: { readonly default?: unknown } = await import(message.bundleUrl);
    definition = getDefinition(module.default);
    if (!definition) {
      throw new WorkflowError(
        "invalid_definition",
        "The main module's default export is no workflow: write `export default workflow.define({ ... })`",
      );
    }
    post({ type: "loaded", definition: definitionToJson(definition.definition) });
  } catch (error) {
    fail(error, "invalid_definition");
  }
}

function prepareGlobals({ env, scratchDir }: Load): void {
  Reflect.deleteProperty(globalThis, "postMessage");
  detachInternals();
  confineCodeFromText();
  process.argv = [process.execPath, "workflow"];
  installEnvironment(env);
  installExits((call) =>
    fail(new WorkflowError("run_failed", `The workflow called ${call}, which ends a run without a result`))
  );
  const builtin = installBuiltins(scratchDir);
  installOutput(sink);
  Object.defineProperty(globalThis, Symbol.for("workflow-code.core"), {
    value: Object.freeze({ workflow: createRunLibrary(() => current?.servers), builtin }),
  });
  globalThis.addEventListener("error", (event) => {
    if (process.listenerCount("uncaughtException") > 0) return;
    event.preventDefault();
    fail(event.error ?? event.message);
  });
  globalThis.addEventListener("unhandledrejection", (event) => {
    if (process.listenerCount("unhandledRejection") > 0) return;
    event.preventDefault();
    fail(event.reason);
  });
}

function findEntrypoint(id: string) {
  const entrypoint = definition?.definition.entrypoints[id];
  if (!entrypoint) throw new WorkflowError("internal", `There is no entrypoint ${id}`);
  return entrypoint;
}

async function resolveParams(
  { entrypointId, values }: Extract<ToWorker, { type: "resolve" }>,
): Promise<void> {
  try {
    const resolved = await findEntrypoint(entrypointId).resolveParams?.(values, { env: load?.env ?? {} });
    settle({ status: "success", output: resolved ?? {} });
  } catch (error) {
    fail(error);
  }
}

async function run(request: Run): Promise<void> {
  try {
    const entrypoint = findEntrypoint(request.entrypointId);
    current = new CurrentRun({
      request,
      env: load?.env ?? {},
      model: load?.model,
      signal: abort.signal,
      sink,
      scopes,
      post,
      callStore: (method, params) => storeCalls.call(method, params),
      callHost: (method, params, signal) => hostCalls.call(method, params, signal),
      now,
    });
    settle({ status: "success", output: await current.execute(entrypoint) });
  } catch (error) {
    fail(error);
  }
}

/** Ends the run, or the loading of the bundle, with a failure: whatever project code has changed, one is told. */
function fail(error: unknown, code: WorkflowErrorCode = "run_failed"): void {
  try {
    const serialized = serializeFailure(error, {
      code,
      projectDir: load?.projectDir,
      ownDir,
      scratchDir: load?.scratchDir,
    });
    if (!definition) return settleOnce({ type: "load_failed", error: serialized });
    const output = error instanceof BusinessFailure ? error.output : undefined;
    settle({ status: "failed", error: serialized, ...(output === undefined ? {} : { output }) });
  } catch {
    if (!settled) postMessage(definition ? UNTOLD_FAILURE : UNTOLD_LOAD_FAILURE);
    settled = true;
  }
}

function settle(outcome: RunOutcome): void {
  settleOnce({ type: "outcome", outcome });
}

function settleOnce(message: FromWorker): void {
  if (settled) return;
  post(message);
  settled = true;
}

function post(message: FromWorker): void {
  if (settled && message.type !== "cancelled") return;
  postMessage(message.type === "store" ? message : stringifyMessage(message));
}
