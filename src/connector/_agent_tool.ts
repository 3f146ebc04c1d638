import type {
  McpAgentTool,
  McpApproval,
  McpTool,
  McpToolCall,
  McpToolOutput,
  McpToolPolicy,
  McpToolSource,
} from "../core/api.ts";
import { type ArgumentCheck, createArgumentCheck } from "./_argument_check.ts";
import { fitResult } from "./_fit_result.ts";
import { createInputSchema } from "./_input_schema.ts";
import { toModelOutput } from "./_model_output.ts";
import type { ResultFiles } from "./_result_files.ts";

/** What a tool of an agent is made of, beside the tool of the server. */
export interface AgentToolOptions {
  /** The name by which the agent knows it. */
  readonly name: string;
  readonly source: McpToolSource;
  readonly policy: McpToolPolicy;
  readonly files: ResultFiles;
  readonly maxResultChars: number;
}

/**
 * Makes a tool of a server one that an agent can call.
 *
 * @param tool The tool.
 * @param options What it is made of.
 * @returns The agent's tool.
 */
export function createAgentTool(tool: McpTool, options: AgentToolOptions): McpAgentTool {
  const { policy: { approval = false, onApproval } } = options;
  const check = createArgumentCheck(tool.inputSchema);
  const needsApproval = async (args: unknown) => await isHeldBack(toCall(tool, { args, options }), approval);
  return {
    type: "dynamic",
    ...(tool.description === undefined ? {} : { description: tool.description }),
    inputSchema: createInputSchema(tool.inputSchema, check),
    execute: (args, { abortSignal } = {}) => execute({ tool, args, check, signal: abortSignal }, options),
    toModelOutput: ({ output }) => toModelOutput(output),
    ...(approval === false || onApproval !== undefined ? {} : { needsApproval }),
  };
}

interface Execution {
  readonly tool: McpTool;
  readonly args: unknown;
  readonly check: ArgumentCheck;
  readonly signal: AbortSignal | undefined;
}

async function execute(
  { tool, args: given, check, signal }: Execution,
  options: AgentToolOptions,
): Promise<McpToolOutput> {
  const { name, source, policy, files, maxResultChars } = options;
  const args = given ?? {}; // Some models write null where a tool takes nothing.
  const faults = await check(args);
  if (faults.length > 0) {
    return failed([`${name} was not called: the arguments do not fit its schema.`, ...faults].join("\n- "));
  }
  const call = toCall(tool, { args, options });
  const decision = await decide(call, { policy, signal });
  if (!decision.approved) {
    const why = decision.reason ? `: ${decision.reason}` : "";
    return failed(`${name} was not called: a person declined it${why}`);
  }
  try {
    const result = await source.callTool(tool.name, call.args, signal);
    const { inlineMedia = false } = policy;
    return await fitResult(result, { name, maxChars: maxResultChars, inlineMedia, files });
  } catch (error) {
    if (error instanceof Error && error.name === "McpServerError" && !signal?.aborted) {
      return failed(error.message);
    }
    throw error;
  }
}

function toCall(
  { name: tool }: McpTool,
  { args, options: { name, source } }: { readonly args: unknown; readonly options: AgentToolOptions },
): McpToolCall {
  return { name, server: source.id, tool, args: args as McpToolCall["args"] };
}

async function isHeldBack(
  call: McpToolCall,
  approval: NonNullable<McpToolPolicy["approval"]>,
): Promise<boolean> {
  return typeof approval === "function" ? await approval(call) : approval;
}

async function decide(
  call: McpToolCall,
  { policy: { approval = false, onApproval }, signal }: {
    readonly policy: McpToolPolicy;
    readonly signal: AbortSignal | undefined;
  },
): Promise<McpApproval> {
  if (onApproval === undefined || !await isHeldBack(call, approval)) return { approved: true };
  const decision: unknown = await onApproval(call, signal);
  // Whatever is not clearly a yes is a no.
  if (typeof decision !== "object" || decision === null) return { approved: decision === true };
  const { approved, reason } = decision as Partial<McpApproval>;
  return { approved: approved === true, ...(typeof reason === "string" ? { reason } : {}) };
}

function failed(text: string): McpToolOutput {
  return { content: [{ type: "text", text }], isError: true };
}
