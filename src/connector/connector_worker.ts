/**
 * The web worker that connects to one MCP server for one run. It may read the variables that the server inherits and start
 * the server's program, and nothing else: what the MCP SDK does with what a server sends can reach nothing more.
 *
 * @module
 */
import type { McpServerConnection, NormalizedMcpServer } from "../core/api.ts";
import { toMessage } from "../errors.ts";
import { createBoundedLog } from "./bounded_log.ts";
import { connectThrough } from "./connect_through.ts";
import type { FromConnector, ToConnector } from "./connector_protocol.ts";
import { isCredentialKey } from "./credential_key.ts";
import { createDenoBackend } from "./deno_backend.ts";
import { type McpAnswer, toMcpErrorData } from "./error_data.ts";
import { maskDeep } from "./mask_deep.ts";
import { createRedactor, type Redact } from "./redactor.ts";
import type { KillSignal, SpawnBackend } from "./spawn_backend.ts";

/** The most bytes of a message of the server. What is larger than this also burdens the run and its host. */
const MESSAGE_LIMIT = 32 * 1024 * 1024;

/** What the types of the main thread do not know. */
interface WorkerScope {
  postMessage(message: FromConnector): void;
  addEventListener(type: "message", listener: (event: MessageEvent<ToConnector>) => void): void;
  addEventListener(type: "error", listener: (event: ErrorEvent) => void): void;
  addEventListener(type: "unhandledrejection", listener: (event: PromiseRejectionEvent) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const gaveUp = new AbortController();
const kills = new Map<number, (wasThere: boolean) => void>();
const calls = new Map<number, AbortController>();
let lastKill = 0;
let connecting: Promise<McpServerConnection> | undefined;
let redact: Redact = (text) => text;
let mask = <T>(value: T): T => value;

// Left alone, the runtime would print them with whatever they hold.
scope.addEventListener("error", (event) => {
  event.preventDefault();
  tellBroken(event.error ?? event.message);
});
scope.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  tellBroken(event.reason);
});

scope.addEventListener("message", ({ data: message }) => {
  switch (message.type) {
    case "open":
      connecting = connect(message.definition);
      void answer(connecting.then(({ tools }) => tools))
        .then((answer) => scope.postMessage({ type: "opened", answer }));
      return;
    case "call":
      void call(message);
      return;
    case "abort":
      calls.get(message.id)?.abort();
      return;
    case "killed":
      kills.get(message.id)?.(message.wasThere);
      kills.delete(message.id);
      return;
    case "close":
      void close();
      return;
  }
});

async function connect(definition: NormalizedMcpServer): Promise<McpServerConnection> {
  const { inheritEnvironment } = definition;
  redact = createRedactor(inheritEnvironment.map(readVariable));
  const credentials = inheritEnvironment.filter(isCredentialKey).map(readVariable);
  if (credentials.length > 0) {
    const redactCredentials = createRedactor(credentials);
    mask = (value) => maskDeep(value, redactCredentials);
  }
  return await connectThrough(definition, {
    hostOptions: {
      allowedInheritedEnvKeys: inheritEnvironment,
      signal: gaveUp.signal,
      onLog: createBoundedLog((log) => scope.postMessage({ type: "log", ...log })),
    },
    backend: () => announce(createDenoBackend(kill)),
    messageLimit: MESSAGE_LIMIT,
    quotesStderr: false, // It is in the run's log, line by line; an error of a run goes to clients.
  });
}

/** The host has to know the process in any case: it ends it when this worker cannot. */
function announce(spawn: SpawnBackend): SpawnBackend {
  return async (command) => {
    const child = await spawn(command);
    scope.postMessage({ type: "spawned", pid: child.pid });
    return child;
  };
}

function kill(_pid: number, signal: KillSignal): Promise<boolean> {
  const id = ++lastKill;
  return new Promise((resolve) => {
    kills.set(id, resolve);
    scope.postMessage({ type: "kill", id, signal });
  });
}

async function call({ id, tool, args }: Extract<ToConnector, { type: "call" }>): Promise<void> {
  const controller = new AbortController();
  calls.set(id, controller);
  const result = connecting?.then((connection) => connection.callTool(tool, args, controller.signal));
  const answered = await answer(result ?? Promise.reject(new TypeError("not open")));
  calls.delete(id);
  scope.postMessage({ type: "result", id, answer: answered });
}

async function answer<T>(work: Promise<T>): Promise<McpAnswer<T>> {
  try {
    return { ok: true, result: mask(await work) };
  } catch (error) {
    const data = toMcpErrorData(error);
    return { ok: false, error: { ...data, message: redact(data.message) } };
  }
}

function readVariable(key: string): string {
  return Deno.env.get(key) ?? "";
}

function tellBroken(error: unknown): void {
  scope.postMessage({ type: "broken", reason: redact(toMessage(error)) });
}

async function close(): Promise<void> {
  gaveUp.abort(); // Has no effect on a connection that is open.
  const connection = await connecting?.catch(() => undefined);
  await connection?.close();
  scope.postMessage({ type: "closed" });
}
