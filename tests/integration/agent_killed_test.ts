import { assert, assertEquals } from "@std/assert";
import { openJournal } from "../../src/store/journal/journal.ts";
import { ModelServer } from "../fixtures/model_server.ts";
import { listRuns, resume, runJson, toJsonCommand } from "./harness/project_command.ts";
import { RunningCommand } from "./harness/running_command.ts";
import { makeMain, type TempProject } from "./harness/temp_project.ts";

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
  {
    await using command = new RunningCommand(toJsonCommand(project, ["main"]), { env });
    while (server.chats.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    command.kill("SIGKILL");
    await command.result();
  }
  const [{ runId, status } = { runId: "", status: "" }] = (await listRuns(project)).runs;
  assertEquals(status, "interrupted");
  const ended = endedSteps(project, runId);
  assert(ended.turns >= 3, `${ended.turns} turns have ended`);
  const asked = server.chats.length;
  const { code, report, stderr } = await resume(project, [runId], { env });
  const usage = { inputTokens: 110, outputTokens: 55, totalTokens: 165, turns: TURNS + 1 };
  assertEquals([code, report.result.data.output, report.usage], [0, { text: "done", usage }, usage]);
  assertEquals(server.chats.length - asked, TURNS + 1 - ended.turns);
  const made = Array.from(stderr.matchAll(/did (even|odd) \d+$/gm));
  assertEquals(made.length, 2 * TURNS - ended.calls);
  const results = server.chats.at(-1)?.body.messages.filter(({ role }: { role: string }) => role === "tool");
  assertEquals(
    results.map(({ content }: { content: string }) => content),
    Array.from({ length: TURNS }, (_, n) => [`${n}`, n % 3 === 0 ? `cannot do ${n}` : `${n}`]).flat(),
  );
});

/** How many turns and calls the journal has. */
function endedSteps({ dataDir }: TempProject, runId: string): { turns: number; calls: number } {
  using journal = openJournal(dataDir);
  const ids = journal.replay(runId).steps.map(({ title }) => title);
  const count = (start: string) => ids.filter((title) => title.startsWith(start)).length;
  return { turns: count("Model turn"), calls: count("even") + count("odd") };
}
