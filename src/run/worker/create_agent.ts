import type { AgentOptions, AgentResult, RunContext } from "../../core/api.ts";
import { WorkflowError } from "../../errors.ts";
import type { HostCalls } from "./host_calls.ts";
import type { LogSink } from "./log_sink.ts";
import type { Questions } from "./questions.ts";
import type { Steps } from "./steps.ts";

/** What `ctx.agent` is made of. */
export interface CreateAgentOptions {
  readonly steps: Steps;
  readonly questions: Questions;
  readonly sink: LogSink;
  readonly signal: AbortSignal;
  /** Asks the host. */
  readonly callHost: HostCalls["call"];
  /** The model of agents that name none. */
  readonly model: string | undefined;
}

/**
 * Makes `ctx.agent`. What it needs is loaded by the first call.
 *
 * @param options What it is made of.
 * @returns The function.
 */
export function createAgent(
  { steps, questions, sink, signal, callHost, model }: CreateAgentOptions,
): RunContext["agent"] {
  return async <T>(input: AgentOptions): Promise<AgentResult<T>> => {
    const { runAgent } = await import("./agent/run_agent.ts");
    try {
      const result = await runAgent(input, {
        steps,
        questions,
        signal,
        model,
        request: (request, until) => callHost("model", request, until),
        warn: (text) => sink.write("warn", text),
      });
      // The output fits the schema that the author gave; what its type is, the author says.
      return result as AgentResult<T>;
    } catch (error) {
      if (!(error instanceof WorkflowError && error.code === "model_failed")) throw error;
      // One that is made here knows the author's line; the other is too far from it.
      throw new WorkflowError(error.code, error.message);
    }
  };
}
