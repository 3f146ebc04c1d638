import { assertEquals, assertThrows } from "@std/assert";
import { parseAgent } from "../../../src/core/parse_agent.ts";
import { WorkflowError } from "../../../src/errors.ts";

const TOOL = { name: "look", description: "Looks.", inputSchema: { type: "object" }, execute: () => 1 };

function faults(input: unknown): string[] {
  const error = assertThrows(() => parseAgent(input), WorkflowError);
  assertEquals(error.code, "invalid_definition");
  return error.faults.map(({ path, reason }) => `${path}: ${reason}`);
}

Deno.test("parseAgent() fills in defaults", () => {
  assertEquals(parseAgent({ prompt: "Hi" }), {
    id: "agent",
    instructions: undefined,
    messages: [{ role: "user", content: "Hi" }],
    tools: [],
    model: undefined,
    maxSteps: 20,
    output: undefined,
  });
});

Deno.test("parseAgent() wants a task, and one only", () => {
  assertEquals(faults({}), ["prompt: expected either `prompt` or `messages`, found neither"]);
  const messages = [{ role: "user", content: "Hi" }];
  assertEquals(faults({ prompt: "Hi", messages }), [
    "prompt: expected either `prompt` or `messages`, found both",
  ]);
  assertEquals(faults({ messages: [{ role: "user", content: "a" }, { role: "assistant", content: "b" }] }), [
    "messages: expected the last message to be the user's",
  ]);
  assertEquals(faults({ messages: [{ role: "system", content: 1 }, messages[0]] }), [
    'messages[0].role: expected one of "user", "assistant", found "system"',
    "messages[0].content: expected a text, found 1",
  ]);
});

Deno.test("parseAgent() says what is wrong with a tool", () => {
  assertEquals(
    faults({ prompt: "Hi", tools: [{ name: "a b", inputSchema: { type: "array" }, approval: "yes" }] }),
    [
      'tools[0].name: expected 1 to 64 letters, digits, _ or -, found "a b"',
      "tools[0].description: expected a text that tells the model what the tool does, found nothing",
      'tools[0].inputSchema: expected a JSON Schema with `type: "object"`',
      'tools[0].approval: expected true, false or a function, found "yes"',
      "tools[0].execute: expected a function, found nothing",
    ],
  );
  assertEquals(faults({ prompt: "Hi", tools: [TOOL, TOOL] }), [
    'tools[1]: there is another tool named "look"',
  ]);
  assertEquals(faults({ prompt: "Hi", tools: TOOL }), ["tools: expected a list, found an object"]);
  assertEquals(faults({ prompt: "Hi", tools: [{ look: TOOL }] }), [
    "tools[0].look: expected a tool of `workflow.createMcpTools`; own tools are items of the list",
  ]);
});

Deno.test("parseAgent() takes sets of MCP tools among own tools", () => {
  const mcp = { type: "dynamic", inputSchema: {}, execute: () => {}, toModelOutput: () => {} };
  const kinds = (tools: unknown) =>
    parseAgent({ prompt: "Hi", tools }).tools.map(({ kind, name }) => [kind, name]);
  assertEquals(kinds([TOOL, { files__read: mcp }, {}]), [["own", "look"], ["mcp", "files__read"]]);
});
