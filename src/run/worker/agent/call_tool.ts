import type { AgentToolContext } from "../../../core/api.ts";
import { showList } from "../../../core/show_list.ts";
import { showValue } from "../../../core/show_value.ts";
import { toMessage, WorkflowError } from "../../../errors.ts";
import { FinalFailure } from "../final_failure.ts";
import type { Questions } from "../questions.ts";
import type { ReadyTool } from "./agent_tools.ts";
import { toApprovalQuestion } from "./approval_question.ts";
import type { CallStages } from "./call_order.ts";
import type { TurnPart } from "./chat_model.ts";

/** What {@linkcode callTool} works with. */
export interface CallToolOptions {
  readonly tools: ReadonlyMap<string, ReadyTool>;
  readonly questions: Pick<Questions, "approve">;
  readonly context: AgentToolContext;
  /** The call's place among those of its turn. */
  readonly stages: CallStages;
}

/**
 * Makes a call that a model wants, if it can be made and nobody declines it.
 *
 * @param call The call as the model wrote it.
 * @param options What there is to call.
 * @returns What the tool returned.
 * @throws {FinalFailure} Whose message is for the model: why the call failed or was not made. What ends the run is thrown as it
 * is.
 */
export async function callTool(
  { toolName, input }: Extract<TurnPart, { type: "tool-call" }>,
  { tools, questions, context, stages }: CallToolOptions,
): Promise<unknown> {
  const tool = tools.get(toolName);
  if (!tool) {
    const there = tools.size === 0 ? "there are none" : `there are ${showList([...tools.keys()])}`;
    throw new FinalFailure(`There is no tool ${showValue(toolName)}: ${there}`);
  }
  const args = readArguments(tool.name, input);
  const faults = await attempt(() => tool.check(args), context);
  if (faults.length > 0) {
    const list = faults.join("\n- ");
    throw new FinalFailure(`${tool.name} was not called: the arguments do not fit its schema.\n- ${list}`);
  }
  if (await attempt(() => tool.needsApproval(args), context)) {
    await stages.ask();
    await approve({ tool, args, questions });
    await stages.decide();
  } else {
    stages.work();
  }
  return await attempt(() => tool.execute(args, context), context);
}

/**
 * Reads the arguments of a call.
 *
 * @param name The tool's name, for the message.
 * @param input What the model wrote.
 * @returns The arguments; none where the model wrote nothing.
 * @throws {FinalFailure} If it is no JSON.
 */
export function readArguments(name: string, input: string): unknown {
  if (input.trim() === "") return {};
  try {
    return JSON.parse(input) ?? {}; // Some models write null where a tool takes nothing.
  } catch (error) {
    throw new FinalFailure(`${name} was not called: the arguments are no JSON (${toMessage(error)})`);
  }
}

async function approve(
  { tool: { name }, args, questions }: {
    readonly tool: ReadyTool;
    readonly args: unknown;
    readonly questions: CallToolOptions["questions"];
  },
): Promise<void> {
  const { approved, reason } = await questions.approve(name, toApprovalQuestion(name, args));
  if (approved) return;
  throw new FinalFailure(`${name} was not called: a person declined it${reason ? `: ${reason}` : ""}`);
}

/** What the author's code throws is the model's to know, but for what ends the run. */
async function attempt<T>(work: () => Promise<T>, { signal }: AgentToolContext): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const endsRun = error instanceof WorkflowError && error.code === "business_error";
    if (error instanceof FinalFailure || endsRun || signal.aborted) throw error;
    throw new FinalFailure(toMessage(error), { cause: error });
  }
}
