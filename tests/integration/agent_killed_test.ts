import { assert, assertEquals } from "@std/assert";
import { ModelServer } from "../fixtures/model_server.ts";
import { listRuns, resume, runJson, toJsonCommand } from "./harness/project_command.ts";
import { RunningCommand } from "./harness/running_command.ts";
import { makeMain } from "./harness/temp_project.ts";

/** Ten turns, each with two calls that take a moment. */
const TURNS = 10;
const BODY = `
const tool = (name) => ({
  name, description: "Works.", inputSchema: { type: "object", properties: { n: { type: "number" } } },
  async execute({ n }) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    console.log("did " + name + " " + n);
    if (name === "odd" && n % 3 === 0) throw new Error("cannot do " + n);
    return n;
  },
});
const { text, usage } = await ctx.agent({ prompt: "Work", model: "small", tools: [tool("even"), tool("odd")], maxSteps: 50 });
return { text, usage };`;

Deno.test("a run whose model failed is resumed with the turn that failed", async () => {
  await using server = new ModelServer([
    { calls: [{ name: "even", args: { n: 2 } }] },
    { status: 400, body: '{"error":{"message":"Not today"}}' },
    { text: "done" },
  ]);
  await using project = await makeMain(BODY);
  const env = server.env();
  const failed = await runJson(project, ["main"], { env });
  assertEquals([failed.code, failed.report.usage?.turns, server.chats.length], [1, 1, 2]);
  const { code, report, stderr } = await resume(project, [failed.report.runId], { env });
  assertEquals([code, report.usage?.turns, server.chats.length], [0, 2, 3]);
  assertEquals([failed.stderr.includes("did even 2"), stderr.includes("did even 2")], [true, false]);
  assertEquals(report.nodes.map(({ id, status }) => [id, status]), [
    ["agent", "success"],
    ["model turn 1", "success"],
    ["even", "success"],
    ["model turn 2", "success"],
  ]);
});

Deno.test("a run that is killed in its agent's loop goes on where it was: no turn and no call that ended is repeated", async () => {
  // The script depends on what was said, not on how often it was asked.
  await using server = new ModelServer(({ body }) => {
    const n = body.messages.filter(({ role }: { role: string }) => role === "assistant").length;
    return n === TURNS ? { text: "done" } : {
      calls: [{ name: "even", args: { n }, id: `even-${n}` }, { name: "odd", args: { n }, id: `odd-${n}` }],
    };
  });
  await using project = await makeMain(BODY);
  const env = server.env();
  const printed: string[] = [];
  let kills = 0;
  {
    await using command = new RunningCommand(toJsonCommand(project, ["main"]), { env });
    while (server.chats.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    command.kill("SIGKILL");
    printed.push((await command.result()).stderr);
    kills++;
  }
  const [{ runId, status } = { runId: "", status: "" }] = (await listRuns(project)).runs;
  assertEquals(status, "interrupted");
  const { code, report, stderr } = await resume(project, [runId], { env });
  printed.push(stderr);
  assertEquals([code, report.result.data.output], [0, {
    text: "done",
    usage: { inputTokens: 110, outputTokens: 55, totalTokens: 165, turns: 11 },
  }]);
  assertEquals(report.usage, { inputTokens: 110, outputTokens: 55, totalTokens: 165, turns: 11 });
  const turns = server.chats.length;
  assert(
    turns === TURNS + 1 || turns === TURNS + 1 + kills,
    `${turns} turns: only the one in hand may be taken again`,
  );
  const calls = printed.flatMap((text) => Array.from(text.matchAll(/did (\w+ \d+)$/gm), ([, call]) => call));
  const repeated = calls.filter((call, index) => calls.indexOf(call) < index);
  assert(repeated.length <= 2, `only calls of the turn in hand may be made again: ${repeated}`);
  assertEquals(new Set(calls).size, 2 * TURNS);
});
