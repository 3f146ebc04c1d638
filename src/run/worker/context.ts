import type { LogFunction, RunContext } from "../../core/api.ts";
import { WorkflowError } from "../../errors.ts";
import type { RunEvent } from "../protocol.ts";
import { findNonJson } from "./find_non_json.ts";
import type { LogSink } from "./log_sink.ts";
import type { RunMcpServers } from "./mcp_servers.ts";
import type { Questions } from "./questions.ts";
import type { Steps } from "./steps.ts";
import type { RunStores } from "./stores.ts";

/** A business failure on its way out of `run`, with the output that `ctx.fail` was given. */
export class BusinessFailure extends WorkflowError {
  /** What `ctx.fail` was given as `output`, if anything. */
  readonly output: unknown;

  constructor(errCode: number, message: string, output: unknown) {
    super("business_error", message, { errCode });
    this.output = output;
  }
}

/** What a context is made of. */
export interface ContextOptions {
  readonly runId: string;
  readonly entrypointId: string;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string>>;
  readonly steps: Steps;
  readonly questions: Questions;
  readonly stores: RunStores;
  readonly agent: RunContext["agent"];
  readonly related: RunContext["related"];
  readonly servers: RunMcpServers;
  readonly sink: LogSink;
  readonly post: (event: RunEvent) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Makes the `ctx` of a run.
 *
 * @param options Its parts.
 * @returns The context that `run` receives.
 */
export function createContext(options: ContextOptions): RunContext {
  const { runId, entrypointId, signal, steps, questions, stores, servers, related, sink, post } = options;
  return Object.freeze({
    runId,
    entrypointId,
    signal,
    env: Object.freeze({ ...options.env }),
    step: steps.run.bind(steps),
    ask: questions.ask.bind(questions) as RunContext["ask"],
    approve: questions.approve.bind(questions),
    fail,
    progress: (fraction: number, message?: string) =>
      post(toProgress({ fraction, message, at: options.now() })),
    log: createLog(sink),
    agent: options.agent,
    ...stores,
    related,
    mcp: servers.get.bind(servers),
  });
}

function fail(errCode: number, message: string, options: { readonly output?: unknown } = {}): never {
  if (!Number.isSafeInteger(errCode) || errCode === 0) {
    throw new TypeError(
      `Cannot fail the run: errCode must be a whole number other than 0, found ${String(errCode)}`,
    );
  }
  if (typeof message !== "string" || message === "") {
    throw new TypeError("Cannot fail the run: the second argument must say what went wrong");
  }
  const found = findNonJson(options?.output);
  if (found) {
    throw new TypeError(
      `Cannot fail the run: \`${found.path || "output"}\` must be JSON, found ${found.reason}`,
    );
  }
  throw new BusinessFailure(errCode, message, options?.output);
}

function toProgress(
  { fraction, message, at }: { fraction: number; message: string | undefined; at: number },
): RunEvent {
  if (!(typeof fraction === "number" && fraction >= 0 && fraction <= 1)) {
    throw new TypeError(`Cannot report progress: it must be a number from 0 to 1, found ${String(fraction)}`);
  }
  return { type: "progress", fraction, at, ...(message === undefined ? {} : { message: String(message) }) };
}

function createLog(sink: LogSink): RunContext["log"] {
  const write = (level: "debug" | "info" | "warn" | "error"): LogFunction => (message, data) => {
    sink.write(
      level,
      data === undefined ? `${message}\n` : `${message} ${Deno.inspect(data, { breakLength: Infinity })}\n`,
    );
  };
  return Object.freeze({
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  });
}
