import type { AgentResult } from "../../../core/api.ts";
import { type AgentSpec, parseAgent } from "../../../core/parse_agent.ts";
import type { ModelRequest, ModelResponse } from "../../protocol.ts";
import type { Questions } from "../questions.ts";
import type { Steps } from "../steps.ts";
import { AgentOutput } from "./agent_output.ts";
import { readyTools } from "./agent_tools.ts";
import { ChatModel } from "./chat_model.ts";
import { chooseModel } from "./choose_model.ts";
import { Conversation } from "./conversation.ts";
import { ModelRequests } from "./model_requests.ts";

/** What an agent needs of its run. */
export interface AgentParts {
  readonly steps: Pick<Steps, "perform">;
  readonly questions: Pick<Questions, "approve">;
  /** Makes a single request to the model server. */
  readonly request: (request: ModelRequest, signal: AbortSignal) => Promise<ModelResponse>;
  /** Takes a line for the run's log. */
  readonly warn: (text: string) => void;
  /** Aborts when the run ends. */
  readonly signal: AbortSignal;
  /** The model of the manifest, for agents that name none. */
  readonly model: string | undefined;
}

/**
 * Lets a model work on a task; see `RunContext.agent`. Only a run that has an agent loads this module.
 *
 * @param input What the author wrote.
 * @param parts What the agent needs of its run.
 * @returns What the agent came to.
 * @throws {WorkflowError} `invalid_definition` for wrong options, `model_failed` for a model that cannot be asked.
 */
export async function runAgent(input: unknown, parts: AgentParts): Promise<AgentResult> {
  const spec = parseAgent(input);
  const [tools, output] = await Promise.all([
    readyTools(spec.tools),
    spec.output && AgentOutput.open(spec.output),
  ]);
  const title = spec.id === "agent" ? "Agent" : spec.id;
  return await parts.steps.perform(spec.id, async () => {
    // What the agent began ends with it.
    const ended = new AbortController();
    const signal = AbortSignal.any([parts.signal, ended.signal]);
    const requests = new ModelRequests(parts);
    try {
      const model = new ChatModel(await findModel(spec, { parts, requests, signal }), requests);
      return await new Conversation({ ...parts, spec, tools, output, model, signal }).hold();
    } finally {
      ended.abort(new DOMException("The agent has ended", "AbortError"));
    }
  }, { title });
}

async function findModel(
  { model }: AgentSpec,
  { parts, requests, signal }: {
    readonly parts: AgentParts;
    readonly requests: ModelRequests;
    readonly signal: AbortSignal;
  },
): Promise<string> {
  const named = model ?? parts.model;
  if (named !== undefined) return named;
  return await parts.steps.perform("choose model", () => chooseModel(requests, signal), {
    title: "Choose a model",
  });
}
