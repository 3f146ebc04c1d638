import type { RunContext } from "../../core/api.ts";
import { WorkflowError } from "../../errors.ts";
import type { FromWorker, ToWorker } from "../protocol.ts";
import { createContext } from "./context.ts";
import { createAgent } from "./create_agent.ts";
import { findNonJson } from "./find_non_json.ts";
import type { HostCalls } from "./host_calls.ts";
import type { LogSink } from "./log_sink.ts";
import { toManagedFiles } from "./managed_file.ts";
import { RunMcpServers } from "./mcp_servers.ts";
import { Questions } from "./questions.ts";
import { createRelated } from "./related.ts";
import { RunJournal } from "./run_journal.ts";
import type { Scopes } from "./scopes.ts";
import { Steps } from "./steps.ts";
import { createStores } from "./stores.ts";
import type { StoreCaller } from "./stores/store_caller.ts";

/** What the run of a worker is made of. */
export interface CurrentRunOptions {
  readonly request: Extract<ToWorker, { type: "run" }>;
  readonly env: Readonly<Record<string, string>>;
  /** The model of agents that name none. */
  readonly model: string | undefined;
  readonly signal: AbortSignal;
  readonly sink: LogSink;
  readonly scopes: Scopes;
  readonly post: (message: FromWorker) => void;
  /** Asks the stores of the project. */
  readonly callStore: StoreCaller;
  /** Asks the host. */
  readonly callHost: HostCalls["call"];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The one run of a worker: its context, and its ways to the journal and to people. */
export class CurrentRun {
  readonly #options: CurrentRunOptions;
  readonly #journal: RunJournal;
  readonly #questions: Questions;
  readonly #context: RunContext;
  /** The MCP servers that the host has connected the run to. */
  readonly servers: RunMcpServers;

  constructor(options: CurrentRunOptions) {
    this.#options = options;
    const { request, post, now, scopes, signal } = options;
    const postEvent: (event: Extract<FromWorker, { type: "event" }>["event"]) => void = (event) =>
      post({ type: "event", event });
    this.#journal = new RunJournal(request.replay, post);
    this.#questions = new Questions({ post, now, journal: this.#journal, scopes, given: request.answers });
    const steps = new Steps({ post: postEvent, now, signal, journal: this.#journal, scopes });
    const { runId, entrypointId, mcpServers = [] } = request;
    const { env, sink, callStore, callHost, model } = options;
    this.servers = new RunMcpServers({ servers: mcpServers, callHost });
    const journal = this.#journal;
    const questions = this.#questions;
    this.#context = createContext({
      runId,
      entrypointId,
      signal,
      env,
      steps,
      questions,
      stores: createStores({ call: callStore, signal }),
      agent: createAgent({ steps, questions, sink, signal, callHost, model }),
      related: createRelated({ callHost, steps, journal, scopes, signal }),
      servers: this.servers,
      sink,
      post: postEvent,
      now,
    });
  }

  /**
   * Runs an entrypoint.
   *
   * @param entrypoint The author's entrypoint.
   * @returns What it returned, which is JSON; `{}` for nothing.
   * @throws What it threw; a `WorkflowError` `run_failed` if its output is not JSON, or it no longer does what its journal has.
   */
  async execute(
    entrypoint: { run(ctx: unknown, values: Record<string, unknown>): unknown },
  ): Promise<unknown> {
    const { values, files } = this.#options.request;
    const output = await entrypoint.run(this.#context, { ...values, ...toManagedFiles(files) });
    const leftOver = this.#journal.findLeftOver();
    if (leftOver !== undefined) {
      const what = `${
        JSON.stringify(leftOver)
      }, which this run had done before it was resumed, no longer happens`;
      throw new WorkflowError("run_failed", `${what}: the workflow has changed since; start a new run`);
    }
    return toOutput(output);
  }

  /** Takes in what the executor says to the run. */
  receive(message: Extract<ToWorker, { type: "answer" | "recorded" }>): void {
    if (message.type === "answer") this.#questions.receive(message);
    else this.#journal.written(message.order);
  }
}

function toOutput(output: unknown): unknown {
  if (output === undefined) return {};
  const found = findNonJson(output);
  if (!found) return output;
  const place = found.path === "" ? "the output" : `\`${found.path}\` of the output`;
  throw new WorkflowError("run_failed", `The output must be JSON: ${place} is ${found.reason}`);
}
