import type { McpServerConnection, McpServerLog, NormalizedMcpServer } from "../core/api.ts";
import { toMessage } from "../errors.ts";
import { VERSION } from "../version.ts";
import { createConnection } from "./_connection.ts";
import { Deadline } from "./_deadline.ts";
import { explainSpawnFault } from "./_explain_spawn_fault.ts";
import { listTools } from "./_list_tools.ts";
import { NO_TIMEOUT, type Sdk, toRpcError } from "./_requests.ts";
import { Session } from "./_session.ts";
import { IMPATIENT } from "./end_process.ts";
import { McpServerError } from "./mcp_server_error.ts";
import type { Redact } from "./redactor.ts";
import type { SpawnBackend } from "./spawn_backend.ts";

/** The most bytes of a message of a server: 10 MiB. */
const MESSAGE_LIMIT = 10 * 1024 * 1024;

/** Options for {@linkcode openConnection}. */
export interface OpenConnectionOptions {
  /** How the server's process is started. */
  readonly backend: SpawnBackend;
  /** The child's whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Values that must not be shown. */
  readonly secrets: readonly string[];
  /** Called for each line of stderr and each remark. */
  readonly onLog: (log: McpServerLog) => void;
  /** Gives up the connecting. */
  readonly signal?: AbortSignal | undefined;
  /** The most bytes of a message of the server. @default 10 MiB */
  readonly messageLimit?: number | undefined;
  /** Whether errors end with what the server wrote to stderr last. @default true */
  readonly quotesStderr?: boolean | undefined;
}

/**
 * Starts a server, completes the handshake and lists its tools. Nothing of the server is left when that fails.
 *
 * @param definition The server, checked.
 * @param options How it is started.
 * @returns The connection.
 * @throws {McpServerError} `spawn_failed`, `handshake_timeout`, `handshake_failed`, `too_many_tools` or `server_exited`.
 * @throws What the signal aborted with.
 */
export async function openConnection(
  definition: NormalizedMcpServer,
  options: OpenConnectionOptions,
): Promise<McpServerConnection> {
  const { signal } = options;
  const { timeout } = definition;
  signal?.throwIfAborted();
  const loading = import("./_sdk.ts");
  loading.catch(() => {}); // Awaited below; the process may fail before.
  const session = await startSession(definition, options);
  const deadline = new Deadline(timeout, signal);
  try {
    const sdk = await loading;
    deadline.restart(); // The time that loading took is not the server's.
    const { client, tools } = await shakeHands(session, { sdk, signal: deadline.signal });
    return createConnection({
      id: definition.id,
      timeout,
      session,
      client,
      tools,
      resultSchema: sdk.ResultSchema,
    });
  } catch (error) {
    const wasOver = session.transport.endReason?.kind;
    await session.end(IMPATIENT);
    if (signal?.aborted) throw signal.reason;
    if (deadline.hasExpired) throw timeoutError(session, timeout);
    if (error instanceof McpServerError) throw mask(error, session.redact);
    const action = `Cannot connect to ${session.server}`;
    // The SDK itself closes what it cannot use.
    if (wasOver !== undefined && wasOver !== "closed") throw session.explainEnd(action);
    throw refusal(error, { session, action });
  } finally {
    deadline.end();
  }
}

async function startSession(
  definition: NormalizedMcpServer,
  options: OpenConnectionOptions,
): Promise<Session> {
  const { backend, env, secrets, onLog, messageLimit = MESSAGE_LIMIT, quotesStderr = true } = options;
  const { command } = definition;
  try {
    const process = await backend({ command, env });
    return new Session(definition, { process, secrets, onLog, messageLimit, quotesStderr });
  } catch (error) {
    throw explainSpawnFault(error, { definition, secrets });
  }
}

async function shakeHands(
  session: Session,
  { sdk, signal }: { readonly sdk: Sdk; readonly signal: AbortSignal },
) {
  const client = new sdk.Client({ name: "workflow-code", version: VERSION }, {
    capabilities: {},
    // What tools return is not validated, and making the default one takes time.
    jsonSchemaValidator: { getValidator: () => refuseToValidate },
  });
  const requestOptions = { signal, timeout: NO_TIMEOUT };
  await client.connect(session.transport, requestOptions);
  const tools = await listTools(client, {
    resultSchema: sdk.ResultSchema,
    requestOptions,
    server: session.server,
    onRemark: (remark) => session.remark(remark),
  });
  return { client, tools };
}

function timeoutError(session: Session, timeout: number): McpServerError {
  const what = `no complete handshake within ${timeout} ms`;
  const message = `Cannot connect to ${session.server}: ${what}${session.stderrTail()}`;
  return new McpServerError("handshake_timeout", message);
}

function refusal(
  error: unknown,
  { session, action }: { readonly session: Session; readonly action: string },
): unknown {
  const answer = toRpcError(error);
  const message = session.redact(answer?.message ?? toMessage(error));
  return new McpServerError("handshake_failed", `${action}: ${message}${session.stderrTail()}`, {
    reason: answer === undefined ? "unsupported_answer" : "refused_by_server",
  });
}

/** What a server calls its tools is in some messages. */
function mask({ code, message, reason }: McpServerError, redact: Redact): McpServerError {
  return new McpServerError(code, redact(message), reason === undefined ? {} : { reason });
}

function refuseToValidate(): never {
  throw new TypeError("what tools return is not validated");
}
