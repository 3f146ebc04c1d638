import { assertEquals, assertMatch } from "@std/assert";
import { ModelServer } from "../fixtures/model_server.ts";
import { connectForms } from "./harness/forms_client.ts";
import { resume, runJson } from "./harness/project_command.ts";
import { makeMain } from "./harness/temp_project.ts";

/** A tool whose large calls wait for a person, and one that never does. */
const BODY = `
const number = { type: "object", properties: { amount: { type: "number" }, note: { type: "string" } }, required: ["amount"] };
const tools = [
  {
    name: "pay", description: "Pays.", inputSchema: number, approval: ({ amount }) => amount > 100,
    execute({ amount }) { console.log("paid " + amount); return "paid " + amount; },
  },
  { name: "look", description: "Looks.", inputSchema: { type: "object" }, execute() { console.log("looked"); return "seen"; } },
];
return (await ctx.agent({ prompt: "Pay the bills", tools })).text;`;

const pay = (amount: number, note?: string) => ({ name: "pay", args: { amount, ...(note ? { note } : {}) } });

/** What tools told the model last. */
function lastResults(server: ModelServer): unknown[] {
  const { messages } = server.chats.at(-1)?.body ?? { messages: [] };
  return messages.filter(({ role }: { role: string }) => role === "tool")
    .map(({ content }: { content: string }) => content);
}

Deno.test("a run that waits for an approval goes on in another process, and repeats no turn and no call", async () => {
  await using server = new ModelServer([
    { calls: [{ name: "look" }, pay(500), pay(700)] },
    { calls: [{ name: "look" }] },
    { text: "Done" },
  ]);
  await using project = await makeMain(BODY);
  const env = server.env();
  const first = await runJson(project, ["main"], { env });
  assertEquals([first.code, first.report.status, server.chats.length], [3, "waiting_for_input", 1]);
  const { runId } = first.report;
  const second = await resume(project, [runId, "--answer=approved=true"], { env });
  assertEquals([second.code, server.chats.length], [3, 1]);
  const third = await resume(project, [runId, "--answer=approved=false", "--answer=reason=no"], { env });
  assertEquals([third.code, third.report.result.data.output, server.chats.length], [0, "Done", 3]);
  const printed = [first, second, third].map(({ stderr }) =>
    Array.from(stderr.matchAll(/(looked|paid \d+)$/gm), ([line]) => line)
  );
  // Nothing is in the making while the run waits, so that nothing is cut off with its process.
  assertEquals(printed, [["looked"], [], ["paid 500", "looked"]]);
  assertEquals(lastResults(server), [
    "seen",
    "paid 500",
    "pay was not called: a person declined it: no",
    "seen",
  ]);
  assertEquals(third.report.usage, { inputTokens: 30, outputTokens: 15, totalTokens: 45, turns: 3 });
  assertEquals(third.report.nodes.map(({ id, title, parent, status }) => [id, title, parent, status]), [
    ["agent", "Agent", null, "success"],
    ["choose model", "Choose a model", "agent", "success"],
    ["model turn 1", "Model turn 1", "agent", "success"],
    ["look", "look", "agent", "success"],
    ["pay", "pay", "agent", "success"],
    ["pay#2", "pay", "agent", "failed"],
    ["model turn 2", "Model turn 2", "agent", "success"],
    ["look#2", "look", "agent", "success"],
    ["model turn 3", "Model turn 3", "agent", "success"],
  ]);
});

Deno.test("a client without forms is told what waits, and nothing is approved", async () => {
  await using server = new ModelServer([{ calls: [pay(500)] }, { text: "Done" }]);
  await using project = await makeMain(BODY);
  const { code, report, stderr } = await runJson(project, ["main"], { env: server.env() });
  assertEquals([code, report.interactions.map(({ id, kind }) => [id, kind])], [3, [["pay", "approve"]]]);
  assertMatch(stderr, /workflow-code resume/);
  assertEquals(server.chats.length, 1);
});

// Last: what the clients leave behind would be found by the tests after them.
for (const name of ["v1", "v2 modern"] as const) {
  Deno.test({
    name:
      `client ${name}: a call that needs approval waits for a person, who sees it; a decline is told to the model`,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using server = new ModelServer([
        { calls: [pay(500, "rent\namount: 1"), pay(20), pay(900)] },
        { text: "Paid what I may" },
      ]);
      await using project = await makeMain(BODY);
      // The client hands its server only a few names of the environment.
      await Deno.writeTextFile(
        `${project.dir}/.env`,
        Object.entries(server.env()).map(([key, value]) => `${key}=${value}\n`).join(""),
      );
      await using client = await connectForms(project, name, {
        answer: ({ message }) => ({
          action: "accept",
          content: message.includes("500") ? { approved: true } : { approved: false, reason: "too much" },
        }),
      });
      const { structuredContent } = await client.call("main");
      assertEquals(structuredContent.output, "Paid what I may");
      assertEquals(client.forms.map(({ message }) => message), [
        "May the agent call pay?\n\namount: 500\nnote: \n  | rent\n  | amount: 1",
        "May the agent call pay?\n\namount: 900",
      ]);
      assertEquals(lastResults(server), [
        "paid 500",
        "paid 20",
        "pay was not called: a person declined it: too much",
      ]);
    },
  });
}
