import { assertEquals, assertRejects } from "@std/assert";
import { createMcpTools } from "../../../../../src/connector/create_mcp_tools.ts";
import type { AgentTool, McpCallResult, McpToolPolicy } from "../../../../../src/core/api.ts";
import type { AgentToolSpec } from "../../../../../src/core/parse_agent.ts";
import { WorkflowError } from "../../../../../src/errors.ts";
import { readyTools } from "../../../../../src/run/worker/agent/agent_tools.ts";
import { CallOrder } from "../../../../../src/run/worker/agent/call_order.ts";
import { callTool } from "../../../../../src/run/worker/agent/call_tool.ts";
import { FinalFailure } from "../../../../../src/run/worker/final_failure.ts";

function own(tool: Partial<AgentTool>): AgentToolSpec {
  const whole = { name: "t", description: "T.", inputSchema: { type: "object" }, execute: () => {}, ...tool };
  return { kind: "own", path: "tools[0]", name: whole.name, tool: whole };
}

async function mcp(result: McpCallResult, policy: McpToolPolicy = {}): Promise<AgentToolSpec[]> {
  const tools = await createMcpTools({
    ...policy,
    connection: {
      id: "files",
      tools: [{ name: "read", inputSchema: { type: "object", required: ["path"] } }],
      callTool: () => Promise.resolve(result),
    },
  });
  return Object.entries(tools).map(([name, tool]) => ({ kind: "mcp", path: name, name, tool }));
}

/** Makes a call; a person who is asked gives `answer`. */
async function call(
  specs: readonly AgentToolSpec[],
  input: string,
  { answer = { approved: true }, signal = new AbortController().signal }: {
    answer?: { approved: boolean; reason?: string };
    signal?: AbortSignal;
  } = {},
) {
  const asked: unknown[] = [];
  const tools = await readyTools(specs);
  const questions = {
    approve: (id: string, question: unknown) => {
      asked.push([id, question]);
      return Promise.resolve(answer);
    },
  };
  const toolName = specs[0]?.name ?? "";
  const stages = new CallOrder(1).stagesOf(0);
  const part = { type: "tool-call", toolCallId: "1", toolName, input } as const;
  try {
    return { result: await callTool(part, { tools, questions, context: { signal }, stages }), asked };
  } catch (error) {
    return { error: error as Error, asked };
  }
}

const text = (value: string): McpCallResult => ({ content: [{ type: "text", text: value }], isError: false });

Deno.test("readyTools() refuses a schema that cannot be used, and names its place", async () => {
  const inputSchema = { type: "object", properties: { a: { $ref: "#/$defs/none" } } };
  const error = await assertRejects(() => readyTools([own({ inputSchema })]), WorkflowError);
  assertEquals(error.faults.map(({ path }) => path), ["tools[0].inputSchema"]);
});

Deno.test("a tool keeps its `this`, and gets arguments that fit and a signal", async () => {
  const tool = {
    name: "t",
    description: "T.",
    inputSchema: { type: "object" },
    factor: 2,
    execute(this: { factor: number }, { n }: { n: number }, { signal }: { signal: AbortSignal }) {
      return [this.factor * n, signal.aborted];
    },
  };
  const { result } = await call(
    [{ kind: "own", path: "", name: "t", tool: tool as unknown as AgentTool }],
    '{"n":4}',
  );
  assertEquals(result, [8, false]);
});

Deno.test("empty arguments and null stand for none", async () => {
  for (const input of ["", "null", " {} "]) {
    assertEquals((await call([own({ execute: (args) => Object.keys(args) })], input)).result, [], input);
  }
});

Deno.test("a result that is no JSON is told as the tool's failure", async () => {
  const { error } = await call([own({ execute: () => ({ big: 1n }) })], "{}");
  assertEquals(
    [error instanceof FinalFailure, error?.message],
    [true, "TypeError: The tool t must return a text or JSON: `big` of its result is a BigInt"],
  );
});

Deno.test("a predicate that does not clearly say no asks a person", async () => {
  const approvals: [AgentTool["approval"], number][] = [
    [false, 0],
    [() => false, 0],
    [() => Promise.resolve(false), 0],
    [true, 1],
    [() => true, 1],
    [(() => undefined) as unknown as () => boolean, 1],
  ];
  for (const [approval, count] of approvals) {
    const tool = approval === undefined ? {} : { approval };
    assertEquals((await call([own(tool)], "{}")).asked.length, count, String(approval));
  }
});

Deno.test("a predicate that throws keeps its tool from being called", async () => {
  let called = false;
  const approval = () => {
    throw new Error("no idea");
  };
  const { error } = await call([own({ approval, execute: () => called = true })], "{}");
  assertEquals([error?.message, called], ["no idea", false]);
});

Deno.test("what is thrown because the run has ended is thrown on", async () => {
  const controller = new AbortController();
  const execute = () => {
    controller.abort(new Error("cancelled"));
    controller.signal.throwIfAborted();
  };
  const { error } = await call([own({ execute })], "{}", { signal: controller.signal });
  assertEquals([error instanceof FinalFailure, error?.message], [false, "cancelled"]);
});

Deno.test("an MCP tool gives its text; a result that says that it failed is a failure", async () => {
  assertEquals((await call(await mcp(text("content")), '{"path":"a"}')).result, "content");
  const { error } = await call(await mcp({ ...text("no such file"), isError: true }), '{"path":"a"}');
  assertEquals([error instanceof FinalFailure, error?.message], [true, "no such file"]);
});

Deno.test("an MCP tool whose policy wants approval waits for a person, once its arguments fit", async () => {
  const specs = await mcp(text("content"), { approval: true });
  const wrong = await call(specs, "{}");
  assertEquals([wrong.asked.length, wrong.error?.message], [
    0,
    "files__read was not called: the arguments do not fit its schema.\n- path is missing",
  ]);
  const declined = await call(specs, '{"path":"a"}', { answer: { approved: false } });
  assertEquals(declined.asked, [["files__read", {
    title: "May the agent call files__read?",
    detail: 'path: "a"',
  }]]);
  assertEquals(declined.error?.message, "files__read was not called: a person declined it");
  assertEquals((await call(specs, '{"path":"a"}')).result, "content");
});
