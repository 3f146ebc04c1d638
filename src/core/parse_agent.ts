import { type Fault, WorkflowError } from "../errors.ts";
import type { AgentMessage, AgentTool, McpAgentTool } from "./api.ts";
import { ObjectReader, type Place } from "./_object_reader.ts";
import { joinPath } from "./fault_path.ts";
import { showValue } from "./show_value.ts";

/** A tool of an agent: the project's own, or one of an MCP server. */
export type AgentToolSpec =
  | { readonly kind: "own"; readonly path: string; readonly name: string; readonly tool: AgentTool }
  | { readonly kind: "mcp"; readonly path: string; readonly name: string; readonly tool: McpAgentTool };

/** What an agent is to do, checked, with every default filled in. */
export interface AgentSpec {
  readonly id: string;
  readonly instructions: string | undefined;
  readonly messages: readonly AgentMessage[];
  readonly tools: readonly AgentToolSpec[];
  readonly model: string | undefined;
  readonly maxSteps: number;
  readonly output: Readonly<Record<string, unknown>> | undefined;
}

const DEFAULT_STEPS = 20;
const MOST_STEPS = 1_000;
/** What OpenAI's function names may be, and so what every server takes. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const OPTIONS = ["id", "instructions", "prompt", "messages", "tools", "model", "maxSteps", "output"];
const TOOL_KEYS = ["name", "description", "inputSchema", "execute", "approval"];

/**
 * Reads what a workflow gives to `ctx.agent`.
 *
 * @param input What the author wrote.
 * @returns What the agent is to do.
 * @throws {WorkflowError} `invalid_definition`, naming the first fault and carrying all of them.
 */
export function parseAgent(input: unknown): AgentSpec {
  const faults: Fault[] = [];
  const spec = readAgent(input, faults);
  const [first] = faults;
  if (!first && spec) return spec;
  const where = first && first.path !== "" ? `${first.path}: ` : "";
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  const message = `Cannot start an agent: ${where}${first?.reason}${more}`;
  throw new WorkflowError("invalid_definition", message, { faults });
}

function readAgent(input: unknown, faults: Fault[]): AgentSpec | undefined {
  const reader = ObjectReader.open(input, { path: "", faults });
  if (!reader) return undefined;
  reader.checkKeys(OPTIONS, "an agent");
  return {
    id: readId(reader),
    instructions: reader.readText("instructions"),
    messages: readMessages(reader),
    tools: readTools(reader, faults),
    model: reader.readText("model"),
    maxSteps: reader.readWholeNumber("maxSteps", { least: 1, greatest: MOST_STEPS }) ?? DEFAULT_STEPS,
    output: readSchema(reader, "output"),
  };
}

function readId(reader: ObjectReader): string {
  const id = reader.readText("id") ?? "agent";
  if (id.length > 200) reader.addFault("id", `expected at most 200 characters, found ${id.length}`);
  return id;
}

function readMessages(reader: ObjectReader): readonly AgentMessage[] {
  const prompt = reader.readText("prompt");
  const list = reader.readList("messages");
  if ((reader.get("prompt") === undefined) === (reader.get("messages") === undefined)) {
    const found = list ? "both" : "neither";
    reader.addFault("prompt", `expected either \`prompt\` or \`messages\`, found ${found}`);
  }
  if (!list) return prompt === undefined ? [] : [{ role: "user", content: prompt }];
  const place = reader.placeOf("messages");
  const messages = list.map((one, index) => readMessage(one, itemOf(place, index)));
  if (messages.at(-1)?.role !== "user") {
    reader.addFault("messages", "expected the last message to be the user's");
  }
  return messages;
}

function readMessage(input: unknown, place: Place): AgentMessage {
  const reader = ObjectReader.open(input, place);
  reader?.checkKeys(["role", "content"], "a message");
  for (const key of ["role", "content"]) {
    if (reader && reader.get(key) === undefined) reader.addFault(key, "expected a text, found nothing");
  }
  return {
    role: reader?.readWord("role", ["user", "assistant"]) ?? "user",
    content: reader?.readText("content") ?? "",
  };
}

function readTools(reader: ObjectReader, faults: Fault[]): readonly AgentToolSpec[] {
  const place = reader.placeOf("tools");
  const tools = (reader.readList("tools") ?? []).flatMap((one, index) =>
    readToolOrSet(one, itemOf(place, index))
  );
  const names = new Set<string>();
  for (const { name, path } of tools) {
    if (names.has(name)) faults.push({ path, reason: `there is another tool named ${showValue(name)}` });
    names.add(name);
  }
  return tools;
}

function readToolOrSet(input: unknown, place: Place): readonly AgentToolSpec[] {
  const isTool = typeof input === "object" && input !== null &&
    (("name" in input && typeof input.name === "string") ||
      ("execute" in input && typeof input.execute === "function"));
  return isTool ? readOwnTool(input, place) : readSet(input, place);
}

function readOwnTool(input: unknown, place: Place): readonly AgentToolSpec[] {
  const reader = ObjectReader.open(input, place);
  if (!reader) return [];
  reader.checkKeys(TOOL_KEYS, "a tool");
  const name = String(reader.get("name"));
  if (!TOOL_NAME.test(name)) {
    reader.addFault(
      "name",
      `expected 1 to 64 letters, digits, _ or -, found ${showValue(reader.get("name"))}`,
    );
  }
  if (reader.get("description") === undefined) {
    reader.addFault("description", "expected a text that tells the model what the tool does, found nothing");
  }
  reader.readText("description");
  const schema = readSchema(reader, "inputSchema");
  if (schema ? schema.type !== "object" : reader.get("inputSchema") === undefined) {
    reader.addFault("inputSchema", 'expected a JSON Schema with `type: "object"`');
  }
  const approval = reader.get("approval");
  if (approval !== undefined && typeof approval !== "boolean" && typeof approval !== "function") {
    reader.addFault("approval", `expected true, false or a function, found ${showValue(approval)}`);
  }
  if (typeof reader.get("execute") !== "function") {
    reader.addFault("execute", `expected a function, found ${showValue(reader.get("execute"))}`);
  }
  // All that is relied on has been checked, unless there is a fault.
  return [{ kind: "own", path: place.path, name, tool: input as AgentTool }];
}

function readSet(input: unknown, place: Place): readonly AgentToolSpec[] {
  const reader = ObjectReader.open(input, place);
  if (!reader) return [];
  return reader.keys.flatMap((name): AgentToolSpec[] => {
    const tool = reader.get(name);
    const { path } = reader.placeOf(name);
    if (isMcpTool(tool) && TOOL_NAME.test(name)) return [{ kind: "mcp", path, name, tool }];
    reader.addFault(name, "expected a tool of `workflow.createMcpTools`; own tools are items of the list");
    return [];
  });
}

function isMcpTool(value: unknown): value is McpAgentTool {
  return typeof value === "object" && value !== null && "type" in value && value.type === "dynamic" &&
    "execute" in value && typeof value.execute === "function" && "inputSchema" in value &&
    "toModelOutput" in value && typeof value.toModelOutput === "function";
}

/** A JSON Schema as plain JSON: what it is taken from may change later. */
function readSchema(reader: ObjectReader, key: string): Readonly<Record<string, unknown>> | undefined {
  const value = reader.get(key);
  if (value === undefined) return undefined;
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    if (typeof copy === "object" && copy !== null && !Array.isArray(copy)) {
      return copy as Record<string, unknown>;
    }
  } catch {
    // It is told below.
  }
  reader.addFault(key, `expected a JSON Schema, found ${showValue(value)}`);
  return undefined;
}

function itemOf({ path, faults }: Place, index: number): Place {
  return { path: joinPath(path, index), faults };
}
