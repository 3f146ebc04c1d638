import { assert, assertEquals, assertMatch } from "@std/assert";
import { ModelServer, type ScriptedAnswer } from "../fixtures/model_server.ts";
import { parseReport, runJson, toJsonCommand } from "./harness/project_command.ts";
import { RunningCommand } from "./harness/running_command.ts";
import { makeMain } from "./harness/temp_project.ts";

/** Asks once; what is thrown is the run's error. */
const ASK = `return (await ctx.agent({ prompt: "Hi", model: "small" })).text;`;

const error = (message: string) => JSON.stringify({ error: { message } });

/** What a server answers, and what the author is told. */
const FAULTS: readonly (readonly [string, ScriptedAnswer | readonly ScriptedAnswer[], RegExp])[] = [
  [
    "a wrong key",
    { status: 401, body: error("Bad key") },
    /does not accept the key, or there is none \(401: Bad key\); `workflow-code auth login`/,
  ],
  [
    "a forbidden model",
    { status: 403, body: "{}" },
    /does not accept the key, or there is none \(403: \{\}\)/,
  ],
  [
    "an unknown model",
    { status: 404, body: error("No such model") },
    /does not know the model, .* \(404: No such model\); a model is chosen by `model`/,
  ],
  [
    "a refused request",
    { status: 400, body: error("Too many tokens") },
    /refused the request \(400: Too many tokens\)/,
  ],
  [
    "a redirect",
    { status: 307, headers: { location: "http://127.0.0.1:9/" }, body: "" },
    /points to another address, where its key is not sent \(307\)/,
  ],
  ["a server that is down for long", {
    status: 429,
    headers: { "retry-after": "3600" },
    body: error("Quota"),
  }, /takes no more requests for now \(429: Quota\); it asks to wait 3600 s/],
  [
    "a server that keeps failing",
    Array(3).fill({ status: 503, body: "<html><h1>Overloaded" }),
    /failed \(503: a web page\), 3 times/,
  ],
  [
    "malformed JSON",
    { body: '{"choices": [' },
    /gave no JSON: \{"choices": \[; does WORKFLOW_SERVER_URL end before/,
  ],
  ["an empty answer", { body: "" }, /gave an empty answer/],
  ["no choices", { body: '{"choices":[]}' }, /gave no choices/],
  ["something else", { body: '{"answer":42}' }, /gave JSON that is no chat completion/],
  ["an error with the status of a success", { body: error("No provider") }, /failed \(No provider\)/],
];

for (const [name, answers, expected] of FAULTS) {
  Deno.test(`ctx.agent explains ${name}`, async () => {
    const script = Array.isArray(answers) ? answers : [answers as ScriptedAnswer];
    await using server = new ModelServer(script);
    await using project = await makeMain(ASK);
    const { code, report } = await runJson(project, ["main"], { env: server.env() });
    assertEquals([code, report.error?.code], [1, "run_failed"]);
    assertMatch(report.error?.message ?? "", /^Cannot ask the model "small": the model server /);
    assertMatch(report.error?.message ?? "", expected);
    assertEquals(report.error?.location?.file, "workflow.ts");
    assertEquals(server.chats.length, script.length);
  });
}

Deno.test("ctx.agent waits as long as the server asks for, and tries again", async () => {
  await using server = new ModelServer([
    { status: 429, headers: { "retry-after": "1" }, body: error("Slowly") },
    { status: 500, body: error("Oops") },
    { text: "Hello" },
  ]);
  await using project = await makeMain(ASK);
  const { report, stderr } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(report.result.data.output, "Hello");
  assert(report.durationMs >= 1_000, `took ${report.durationMs} ms`);
  assertMatch(stderr, /takes no more requests for now \(429: Slowly\); trying again in 1 s/);
  assertMatch(stderr, /failed \(500: Oops\); trying again in 1 s/);
});

Deno.test("an answer that is cut off or refused is told as it is, and is no output", async () => {
  await using server = new ModelServer([
    { text: "Once upon", finish: "length" },
    { text: "I cannot", finish: "content_filter" },
    { text: '{"a', finish: "length" },
    { text: "I will not", finish: "content_filter" },
  ]);
  await using project = await makeMain(`
    const reasons = [];
    for (let n = 0; n < 2; n++) reasons.push((await ctx.agent({ prompt: "?", model: "small" })).finishReason);
    for (let n = 0; n < 2; n++) {
      await ctx.agent({ prompt: "?", model: "small", output: { type: "object" } }).catch((error) => reasons.push(error.code, error.message));
    }
    return reasons;`);
  const { report } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(report.result.data.output, [
    "length",
    "content-filter",
    "model_failed",
    "The model's answer was cut off: it reached the limit of its length",
    "model_failed",
    "The model refused to answer: I will not",
  ]);
});

Deno.test("a model that twice gives no output that fits fails the agent", async () => {
  await using server = new ModelServer([{ text: "ten" }, { text: "[]" }]);
  await using project = await makeMain(
    `await ctx.agent({ prompt: "?", model: "small", output: { type: "object" } });`,
  );
  const { report } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(
    report.error?.message,
    "The model's answer does not fit the output's schema: the answer must be object, found a list",
  );
});

Deno.test("a run whose agent has no server says how to name one", async () => {
  await using project = await makeMain(ASK);
  const { report } = await runJson(project, ["main"]);
  assertMatch(
    report.error?.message ?? "",
    /^Cannot ask the model "small": the model server cannot be asked: .*`workflow-code auth login`.*WORKFLOW_SERVER_URL/,
  );
});

Deno.test("a server that nobody is at is told by its address", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  await using project = await makeMain(ASK);
  const env = { WORKFLOW_SERVER_URL: `http://127.0.0.1:${port}/v1` };
  const { report } = await runJson(project, ["main"], { env });
  assertMatch(
    report.error?.message ?? "",
    new RegExp(
      `cannot be reached at http://127.0.0.1:${port}: nothing answers there \\(connection refused\\)`,
    ),
  );
});

Deno.test("a run that is interrupted gives up its request at once", async () => {
  const { promise: never, resolve } = Promise.withResolvers<void>();
  await using server = new ModelServer([{ text: "late", after: never }]);
  await using project = await makeMain(ASK);
  await using command = new RunningCommand(toJsonCommand(project, ["main"]), { env: server.env() });
  while (server.chats.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const cancelledAt = Date.now();
  command.kill("SIGINT");
  const { stdout, stderr } = await command.result();
  assert(Date.now() - cancelledAt < 2_000);
  assertEquals([parseReport(stdout, stderr).status, server.givenUp], ["cancelled", 1]);
  resolve();
});

Deno.test("a time limit ends an agent that waits for its model", async () => {
  const { promise: never, resolve } = Promise.withResolvers<void>();
  await using server = new ModelServer([{ text: "late", after: never }]);
  await using project = await makeMain(ASK, { entrypoint: "timeout: 1500," });
  const { report } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(report.status, "timeout");
  resolve();
});

const KEY = "sk-0123456789-unique-key-of-this-test";

Deno.test("the server's key is in nothing that a run can reach or leaves behind, even where the server repeats it", async () => {
  await using server = new ModelServer(
    (_, index) =>
      [{ text: `Your key is ${KEY}`, calls: [{ name: "look" }] }, {
        status: 400,
        body: `{"error":{"message":"bad ${KEY}"}}`,
      }][index] ?? {},
    {
      key: KEY,
    },
  );
  await using project = await makeMain(`
    const look = { name: "look", description: "Looks.", inputSchema: { type: "object" },
      execute: (args, context) => Deno.inspect([args, context, process.env, Deno.env.toObject(), globalThis, ctx], { depth: 9, showHidden: true }) };
    await ctx.agent({ prompt: "Hi", tools: [look] });`);
  const { stderr, report } = await runJson(project, ["main"], { env: server.env() });
  assertEquals(server.chats[0]?.authorization, `Bearer ${KEY}`);
  assertMatch(report.error?.message ?? "", /refused the request \(400: bad \*\*\*\)/);
  assertEquals((stderr + JSON.stringify(report)).includes(KEY), false);
  assertEquals(JSON.stringify(server.chats.map(({ body }) => body)).includes(KEY), false);
  assertEquals(await filesWith(KEY, project.root), []);
});

async function filesWith(text: string, dir: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("grep", { args: ["-rlaF", text, dir] }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
}
