import type { AgentToolContext } from "../../../core/api.ts";
import type { AgentToolSpec } from "../../../core/parse_agent.ts";
import { createSchemaCheck } from "../../../connector/schema_check.ts";
import { WorkflowError } from "../../../errors.ts";
import { findNonJson } from "../find_non_json.ts";
import { FinalFailure } from "../final_failure.ts";

/** A tool that an agent can call, wherever it comes from. */
export interface ReadyTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Gives what is wrong with some arguments; nothing when they fit. */
  readonly check: (args: unknown) => Promise<readonly string[]>;
  /** Whether a call waits for a person. */
  readonly needsApproval: (args: unknown) => Promise<boolean>;
  /**
   * Does the call.
   *
   * @returns The result, a text or JSON.
   * @throws A {@linkcode FinalFailure} if the tool itself says that it failed.
   */
  readonly execute: (args: unknown, context: AgentToolContext) => Promise<unknown>;
}

/**
 * Makes the tools of an agent ready to be called.
 *
 * @param specs The tools as the author gave them.
 * @returns The tools by name.
 * @throws {WorkflowError} `invalid_definition` for a schema that cannot be used.
 */
export async function readyTools(specs: readonly AgentToolSpec[]): Promise<ReadonlyMap<string, ReadyTool>> {
  const tools = await Promise.all(specs.map((spec) => spec.kind === "own" ? readyOwn(spec) : readyMcp(spec)));
  return new Map(tools.map((tool) => [tool.name, tool]));
}

async function readyOwn({ name, path, tool }: Extract<AgentToolSpec, { kind: "own" }>): Promise<ReadyTool> {
  const inputSchema = JSON.parse(JSON.stringify(tool.inputSchema)) as Record<string, unknown>;
  const check = await createSchemaCheck(inputSchema, "the arguments");
  if (!check) {
    const reason = "is no JSON Schema that can be used: it must not refer to other places";
    const faults = [{ path: `${path}.inputSchema`, reason }];
    throw new WorkflowError("invalid_definition", `Cannot start an agent: ${path}.inputSchema ${reason}`, {
      faults,
    });
  }
  return {
    name,
    description: tool.description,
    // Some servers refuse an object without `properties`.
    inputSchema: { ...inputSchema, properties: inputSchema.properties ?? {} },
    check: (args) => Promise.resolve(check(args)),
    needsApproval: async (args) => {
      const held = typeof tool.approval === "function" ? await tool.approval(args) : tool.approval ?? false;
      return held !== false; // Whatever is not clearly a no asks a person.
    },
    execute: async (args, context) => checkJson(name, await tool.execute(args, context)),
  };
}

function readyMcp({ name, tool }: Extract<AgentToolSpec, { kind: "mcp" }>): Promise<ReadyTool> {
  return Promise.resolve({
    name,
    description: tool.description,
    inputSchema: tool.inputSchema.jsonSchema,
    check: async (args) => {
      const { issues = [] } = await tool.inputSchema["~standard"].validate(args);
      return issues.map(({ message }) => message);
    },
    needsApproval: async (args) => await tool.needsApproval?.(args) ?? false,
    execute: async (args, { signal }) => {
      const output = await tool.execute(args, { abortSignal: signal });
      const text = toText(tool.toModelOutput({ output }));
      if (output.isError) throw new FinalFailure(text);
      return text;
    },
  });
}

/** Chat completions take text from a tool and nothing else. */
function toText(
  output: ReturnType<Extract<AgentToolSpec, { kind: "mcp" }>["tool"]["toModelOutput"]>,
): string {
  if (output.type !== "content") return output.value;
  const parts = output.value.map((part) =>
    part.type === "text" ? part.text : `[${part.mediaType}, not shown]`
  );
  return parts.join("\n\n");
}

function checkJson(name: string, result: unknown): unknown {
  const found = findNonJson(result);
  if (!found) return result === undefined ? undefined : JSON.parse(JSON.stringify(result));
  const place = found.path === "" ? "its result" : `\`${found.path}\` of its result`;
  throw new TypeError(`The tool ${name} must return a text or JSON: ${place} is ${found.reason}`);
}
