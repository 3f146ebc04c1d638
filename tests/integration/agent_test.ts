import { assert, assertEquals, assertMatch } from "@std/assert";
import { ModelServer, type SeenRequest } from "../fixtures/model_server.ts";
import { runJson } from "./harness/project_command.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeMain, makeProject } from "./harness/temp_project.ts";

/** Two tools, and a list of what was called. */
const TOOLS = `
const called: unknown[] = [];
const tools = [
  {
    name: "add",
    description: "Adds two numbers.",
    inputSchema: {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "number" } },
      required: ["a", "b"],
      additionalProperties: false,
    },
    async execute({ a, b }) {
      called.push([a, b]);
      console.log("add " + a + " " + b);
      return { sum: a + b };
    },
  },
  {
    name: "fail",
    description: "Always fails.",
    inputSchema: { type: "object" },
    execute: () => { throw new RangeError("out of order"); },
  },
];
`;

/** What the model was told by tools, in the request's order. */
function toolMessages({ body }: SeenRequest): unknown[] {
  return body.messages.filter((message: { role: string }) => message.role === "tool")
    .map(({ tool_call_id, content }: Record<string, unknown>) => [tool_call_id, content]);
}

Deno.test("ctx.agent gives what the model says, and the report counts its tokens", async () => {
  await using server = new ModelServer([{ text: "Hello, Ada", tokens: [12, 3] }]);
  await using project = await makeMain(
    `return await ctx.agent({ instructions: "Be kind.", prompt: "Greet Ada", model: "small" });`,
  );
  const { code, report } = await runJson(project, ["main"], { env: server.env() });
  const usage = { inputTokens: 12, outputTokens: 3, totalTokens: 15 };
  assertEquals([code, report.result.data.output], [0, {
    text: "Hello, Ada",
    steps: [{ text: "Hello, Ada", toolCalls: [], finishReason: "stop", usage }],
    usage: { ...usage, turns: 1 },
    finishReason: "stop",
  }]);
  assertEquals(report.usage, { ...usage, turns: 1 });
  assertEquals(report.nodes.map(({ id, parent, usage }) => [id, parent, usage]), [
    ["agent", null, undefined],
    ["model turn 1", "agent", usage],
  ]);
  const [request] = server.chats;
  assertEquals([request?.authorization, request?.body.model, request?.body.messages], [
    "Bearer key-of-tests",
    "small",
    [{ role: "system", content: "Be kind." }, { role: "user", content: "Greet Ada" }],
  ]);
});

Deno.test("ctx.agent calls tools until the model has an answer", async () => {
  await using server = new ModelServer([
    { calls: [{ name: "add", args: { a: 1, b: 2 } }] },
    { text: "Now more", calls: [{ name: "add", args: { a: 3, b: 4 } }] },
    { text: "10" },
  ]);
  await using project = await makeMain(
    `${TOOLS}const { text, usage } = await ctx.agent({ prompt: "1+2+3+4?", tools }); return { text, usage, called };`,
  );
  const { report } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(report.result.data.output, {
    text: "10",
    usage: { inputTokens: 30, outputTokens: 15, totalTokens: 45, turns: 3 },
    called: [[1, 2], [3, 4]],
  });
  assertEquals(report.nodes.map(({ id, parent, status }) => [id, parent, status]), [
    ["agent", null, "success"],
    ["choose model", "agent", "success"],
    ["model turn 1", "agent", "success"],
    ["add", "agent", "success"],
    ["model turn 2", "agent", "success"],
    ["add#2", "agent", "success"],
    ["model turn 3", "agent", "success"],
  ]);
  assertEquals(server.chats.map(({ body }) => body.tools.map((tool: { type: string }) => tool.type)).at(0), [
    "function",
    "function",
  ]);
  assertEquals(server.chats.map(toolMessages).at(-1), [["call-1", '{"sum":3}'], ["call-1", '{"sum":7}']]);
});

Deno.test("ctx.agent makes the calls of one turn side by side", async () => {
  await using server = new ModelServer([
    { calls: [{ name: "meet", args: { who: "a" } }, { name: "meet", args: { who: "b" } }] },
    { text: "met" },
  ]);
  // Each call waits for the other: one after the other they would never end.
  await using project = await makeMain(`
    const there = new Map();
    const arrive = (who) => there.get(who) ?? there.set(who, Promise.withResolvers()).get(who);
    const meet = {
      name: "meet", description: "Waits for the other.", inputSchema: { type: "object", properties: { who: { type: "string" } } },
      async execute({ who }) {
        arrive(who).resolve();
        await arrive(who === "a" ? "b" : "a").promise;
        return who;
      },
    };
    return (await ctx.agent({ prompt: "Meet", tools: [meet] })).text;`);
  const { report } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(report.result.data.output, "met");
  assertEquals(server.chats.map(toolMessages).at(-1), [["call-1", "a"], ["call-2", "b"]]);
});

Deno.test("a call that cannot be made goes back to the model, which may mend it", async () => {
  await using server = new ModelServer([
    {
      calls: [{ name: "add", args: { a: "1", c: 2 } }, { name: "ad", args: {} }, {
        name: "add",
        args: "{a:",
      }],
    },
    { calls: [{ name: "add", args: { a: 1, b: 2 } }] },
    { text: "3" },
  ]);
  await using project = await makeMain(
    `${TOOLS}const { text, steps } = await ctx.agent({ prompt: "1+2?", tools }); return { text, called, calls: steps[0].toolCalls };`,
  );
  const { report } = await runJson(project, ["main"], { env: server.env() });
  const output = report.result.data.output as { text: string; called: unknown; calls: { error: string }[] };
  assertEquals([output.text, output.called], ["3", [[1, 2]]]);
  const [wrong, unknown, broken] = output.calls.map(({ error }) => error);
  assertEquals(
    wrong,
    "add was not called: the arguments do not fit its schema.\n- b is missing\n- c is not known\n" +
      '- a must be number, found "1"',
  );
  assertEquals(unknown, 'There is no tool "ad": there are "add", "fail"');
  assertMatch(broken ?? "", /^add was not called: the arguments are no JSON \(/);
  assertEquals(server.chats.map(toolMessages).at(1), [["call-1", wrong], ["call-2", unknown], [
    "call-3",
    broken,
  ]]);
  assertEquals(report.nodes.filter(({ status }) => status === "failed").map(({ id }) => id), [
    "add",
    "unknown tool",
    "add#2",
  ]);
});

Deno.test("what a tool throws is told to the model, and the report shows it; ctx.fail ends the run", async () => {
  await using server = new ModelServer((_, index) =>
    [{ calls: [{ name: "fail" }] }, { text: "It does not work." }, { calls: [{ name: "give-up" }] }][index] ??
      {}
  );
  await using project = await makeMain(`${TOOLS}
    const { text } = await ctx.agent({ prompt: "Try", tools });
    const giveUp = { name: "give-up", description: "Gives up.", inputSchema: { type: "object" }, execute: () => ctx.fail(7, text) };
    await ctx.agent({ prompt: "Give up", tools: [giveUp] });`);
  const { code, report } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(server.chats.map(toolMessages).at(1), [["call-1", "RangeError: out of order"]]);
  const failed = report.nodes.find(({ id }) => id === "fail");
  assertEquals([failed?.status, failed?.error], ["failed", { message: "RangeError: out of order" }]);
  assertEquals([code, report.error?.code, report.result.errCode, report.result.errMsg], [
    1,
    "business_error",
    7,
    "It does not work.",
  ]);
});

Deno.test("ctx.agent stops after maxSteps turns, and says so", async () => {
  await using server = new ModelServer(() => ({
    text: "More",
    calls: [{ name: "add", args: { a: 1, b: 1 } }],
  }));
  await using project = await makeMain(
    `${TOOLS}const { text, finishReason, steps } = await ctx.agent({ prompt: "Count", tools, maxSteps: 3 });
     return [text, finishReason, steps.length, called.length];`,
  );
  const { report, stderr } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(report.result.data.output, ["More", "max-steps", 3, 3]);
  assertMatch(stderr, /The agent reached its limit of 3 steps, and its model would have gone on/);
});

Deno.test("the model is the agent's, else the manifest's, else the server's first", async () => {
  await using server = new ModelServer((_, index) => ({ text: `answer ${index}` }), {
    models: ["first", "second"],
  });
  const source = (options: string) => ({
    "workflow.ts": `import { workflow } from "workflow-code";
      export default workflow.define({ entrypoints: { main: { run: async (ctx) => (await ctx.agent({ prompt: "?", ${options} })).text } } });`,
  });
  await using named = await makeProject(source('model: "own"'), { workflow: { model: "of-manifest" } });
  await using manifest = await makeProject(source(""), { workflow: { model: "of-manifest" } });
  await using neither = await makeProject(source(""));
  for (const project of [named, manifest, neither]) await runJson(project, ["main"], { env: server.env() });
  assertEquals(server.chats.map(({ body }) => body.model), ["own", "of-manifest", "first"]);
  assertEquals(server.requests.filter(({ path }) => path === "/v1/models").length, 1);
});

Deno.test("ctx.agent gives an output that fits its schema, and lets the model mend one that does not", async () => {
  await using server = new ModelServer([{ text: '{"total":"ten"}' }, { text: '```json\n{"total":10}\n```' }]);
  await using project = await makeMain(`
    const schema = { type: "object", properties: { total: { type: "number" } }, required: ["total"], additionalProperties: false };
    const { output, steps } = await ctx.agent({ prompt: "Sum?", output: schema });
    return { output, turns: steps.length };`);
  const { report } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(report.result.data.output, { output: { total: 10 }, turns: 2 });
  const [first, second] = server.chats.map(({ body }) => body);
  assertEquals([first.response_format.type, first.response_format.json_schema.strict], ["json_schema", true]);
  assertMatch(
    second.messages.at(-1).content,
    /^Your answer cannot be used:\n- total must be number, found "ten"/,
  );
});

Deno.test("ctx.agent gives an output also where the server knows no schemas", async () => {
  await using server = new ModelServer(({ body }) =>
    body.response_format
      ? { status: 400, body: JSON.stringify({ error: { message: "response_format is not supported" } }) }
      : { text: '["a"]' }
  );
  await using project = await makeMain(
    `return (await ctx.agent({ prompt: "List", output: { type: "array", items: { type: "string" } } })).output;`,
  );
  const { report } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(report.result.data.output, ["a"]);
  assertMatch(server.chats[1]?.body.messages[0].content, /must fit this JSON Schema:\n\{"type":"array"/);
});

Deno.test("agents work side by side, and the report sums up what they took", async () => {
  await using server = new ModelServer(({ body }) => ({ text: body.messages[0].content.toUpperCase() }));
  await using project = await makeMain(`
    const ask = async (id) => (await ctx.agent({ id, prompt: id, model: "small" })).text;
    return await Promise.all([ask("left"), ask("right")]);`);
  const { report } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(report.result.data.output, ["LEFT", "RIGHT"]);
  assertEquals(report.usage, { inputTokens: 20, outputTokens: 10, totalTokens: 30, turns: 2 });
  assertEquals(report.nodes.map(({ id, parent }) => `${parent} > ${id}`).toSorted(), [
    "left > model turn 1",
    "null > left",
    "null > right",
    "right > model turn 1#2",
  ]);
});

Deno.test("`run` tells a person what the agents of a run took", async () => {
  await using server = new ModelServer([{ text: "Hello", tokens: [1_200, 34] }]);
  await using project = await makeMain(`return (await ctx.agent({ prompt: "Hi", model: "small" })).text;`);
  const { stderr } = await runCommand(["run", project.dir, "--data-dir", project.dataDir], {
    env: server.env(),
  });
  assertMatch(stderr, /✓ Done in .* with 1 model turn and 1,234 tokens \(run /);
});

Deno.test("a run without an agent loads nothing for one", async () => {
  await using server = new ModelServer([{ text: "Hello" }]);
  // The packages that agents need leave this behind when they are loaded.
  await using project = await makeMain(`
    const isLoaded = () => "__zod_globalRegistry" in globalThis;
    const before = isLoaded();
    await ctx.step("work", () => 1);
    const after = isLoaded();
    await ctx.agent({ prompt: "Hi" });
    return [before, after, isLoaded()];`);
  const { report } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(report.result.data.output, [false, false, true]);
});

Deno.test("wrong options of ctx.agent are refused before anything is asked", async () => {
  await using server = new ModelServer([]);
  await using project = await makeMain(
    `await ctx.agent({ prompt: "?", messages: [], tools: [{ name: "two words", execute: 1 }], maxStep: 3 });`,
  );
  const { report } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(report.error?.code, "run_failed");
  assertMatch(
    report.error?.message ?? "",
    /^Cannot start an agent: maxStep: unknown key of an agent; did you mean "maxSteps"\? \(and 6 more\)/,
  );
  assert(report.error?.location?.file === "workflow.ts", JSON.stringify(report.error));
  assertEquals(server.requests, []);
});
