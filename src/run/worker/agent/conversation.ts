import type { AgentFinishReason, AgentResult, AgentStep, AgentToolCall } from "../../../core/api.ts";
import type { AgentSpec } from "../../../core/parse_agent.ts";
import { WorkflowError } from "../../../errors.ts";
import { FinalFailure } from "../final_failure.ts";
import type { Questions } from "../questions.ts";
import type { Steps } from "../steps.ts";
import type { AgentOutput } from "./agent_output.ts";
import type { ReadyTool } from "./agent_tools.ts";
import { CallOrder } from "./call_order.ts";
import { callTool } from "./call_tool.ts";
import type { ChatMessage, ChatModel, ChatRequest, Turn } from "./chat_model.ts";
import { toAssistantMessage, toCalls, toFirstMessages, toResultPart, toTurnText } from "./messages.ts";

/** What a {@linkcode Conversation} is held with. */
export interface ConversationOptions {
  readonly spec: AgentSpec;
  readonly tools: ReadonlyMap<string, ReadyTool>;
  readonly output: AgentOutput | undefined;
  readonly model: Pick<ChatModel, "ask">;
  readonly steps: Pick<Steps, "perform">;
  readonly questions: Pick<Questions, "approve">;
  /** Takes a line for the run's log. */
  readonly warn: (text: string) => void;
  readonly signal: AbortSignal;
}

/** How a call ended. */
type CallEnd = Pick<AgentToolCall, "result" | "error">;

/** A conversation of an agent with its model: turns and calls, each of them a step. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #messages: ChatMessage[];
  readonly #done: AgentStep[] = [];
  #turns = 0;
  #usesSchema = true;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#messages = toFirstMessages(options.spec, options.output?.instruction);
  }

  /**
   * Holds it to its end.
   *
   * @returns What came of it.
   * @throws {WorkflowError} `model_failed` if the model cannot be asked, or does not give the output that is wanted.
   */
  async hold(): Promise<AgentResult> {
    const { spec: { maxSteps }, output, warn } = this.#options;
    while (this.#turns < maxSteps) {
      const turn = await this.#takeTurn({ mayCall: true });
      if (await this.#callTools(turn)) continue;
      return output ? await this.#readOutput(output, turn) : this.#end(turn.finishReason);
    }
    if (output) {
      throw new WorkflowError(
        "model_failed",
        `The agent gave no output within its limit of ${maxSteps} steps`,
      );
    }
    warn(`The agent reached its limit of ${maxSteps} steps, and its model would have gone on\n`);
    return this.#end("max-steps");
  }

  async #readOutput(output: AgentOutput, turn: Turn): Promise<AgentResult> {
    const first = output.read(toTurnText(turn));
    if (first.ok) return { ...this.#end(turn.finishReason), output: first.value };
    checkComplete(turn);
    this.#messages.push({ role: "user", content: [{ type: "text", text: output.complain(first.faults) }] });
    const again = await this.#takeTurn({ mayCall: false });
    this.#note(again, []);
    const second = output.read(toTurnText(again));
    if (second.ok) return { ...this.#end(again.finishReason), output: second.value };
    checkComplete(again);
    const list = second.faults.join("; ");
    throw new WorkflowError("model_failed", `The model's answer does not fit the output's schema: ${list}`);
  }

  /** With tools to call, an answer is held to the schema only when it has to be mended: many servers cannot do both. */
  async #takeTurn({ mayCall }: Pick<ChatRequest, "mayCall">): Promise<Turn> {
    const { tools, output, model, steps, signal } = this.#options;
    const holds = output !== undefined && this.#usesSchema && (!mayCall || tools.size === 0);
    const messages = [...this.#messages];
    const request = {
      messages,
      tools: [...tools.values()],
      mayCall,
      schema: holds ? output.schema : undefined,
    };
    const name = `model turn ${++this.#turns}`;
    const turn = await steps.perform(name, () => model.ask(request, signal), {
      title: `Model turn ${this.#turns}`,
      usageOf: ({ usage }) => usage,
    });
    if (turn.refusedSchema) this.#usesSchema = false;
    this.#messages.push(toAssistantMessage(turn));
    return turn;
  }

  /** Makes the calls of a turn, as far as it can be side by side; tells whether there were any. */
  async #callTools(turn: Turn): Promise<boolean> {
    const calls = toCalls(turn);
    const order = new CallOrder(calls.length);
    const ends = await Promise.all(calls.map(async (call, index): Promise<CallEnd> => {
      const { steps, tools, questions, signal } = this.#options;
      const stages = order.stagesOf(index);
      // A model may write anything for a name.
      const id = tools.has(call.toolName) ? call.toolName : "unknown tool";
      try {
        const result = await steps.perform(
          id,
          () => callTool(call, { tools, questions, context: { signal }, stages }),
        );
        return result === undefined ? {} : { result };
      } catch (error) {
        if (error instanceof FinalFailure) return { error: error.message };
        throw error;
      } finally {
        stages.end();
      }
    }));
    this.#note(turn, ends);
    if (calls.length === 0) return false;
    const content = calls.map((call, index) => toResultPart(call, ends[index] ?? {}));
    this.#messages.push({ role: "tool", content });
    return true;
  }

  #note(turn: Turn, ends: readonly CallEnd[]): void {
    const toolCalls = toCalls(turn).map(({ toolName, input }, index) => ({
      name: toolName,
      args: readLoosely(input),
      ...ends[index],
    }));
    this.#done.push({
      text: toTurnText(turn),
      toolCalls,
      finishReason: turn.finishReason,
      usage: turn.usage,
    });
  }

  #end(finishReason: AgentFinishReason): AgentResult {
    const sum = (count: (step: AgentStep) => number) =>
      this.#done.reduce((total, step) => total + count(step), 0);
    return {
      text: this.#done.at(-1)?.text ?? "",
      steps: this.#done,
      usage: {
        inputTokens: sum(({ usage }) => usage.inputTokens),
        outputTokens: sum(({ usage }) => usage.outputTokens),
        totalTokens: sum(({ usage }) => usage.totalTokens),
        turns: this.#done.length,
      },
      finishReason,
    };
  }
}

/** Another turn does not mend what was cut off or refused. */
function checkComplete(turn: Turn): void {
  if (turn.finishReason === "length") {
    throw new WorkflowError(
      "model_failed",
      "The model's answer was cut off: it reached the limit of its length",
    );
  }
  if (turn.finishReason === "content-filter") {
    const said = toTurnText(turn).slice(0, 300);
    throw new WorkflowError("model_failed", `The model refused to answer${said === "" ? "" : `: ${said}`}`);
  }
}

function readLoosely(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
