import { assertEquals } from "@std/assert";
import { ModelServer } from "../fixtures/model_server.ts";
import { makeMcpProject } from "./harness/mcp_project.ts";
import { resume, runJson } from "./harness/project_command.ts";

/** What tools told the model last. */
function lastResults(server: ModelServer): unknown[] {
  const { messages } = server.chats.at(-1)?.body ?? { messages: [] };
  return messages.filter(({ role }: { role: string }) => role === "tool")
    .map(({ content }: { content: string }) => content);
}

Deno.test("an agent calls the tools of MCP servers beside the project's own", async () => {
  await using server = new ModelServer([
    { calls: [{ name: "calls__echo", args: { a: "ü" } }, { name: "calls__fail" }, { name: "own" }] },
    { text: "done" },
  ]);
  await using project = await makeMcpProject({ calls: {} }, {
    main: `
const own = { name: "own", description: "Own.", inputSchema: { type: "object" }, execute: () => "mine" };
const mcp = await workflow.createMcpTools({ connection: ctx.mcp("calls") });
return (await ctx.agent({ prompt: "?", tools: [own, mcp] })).text;`,
  });
  const { report } = await runJson(project, [...project.options, "main"], { env: server.env() });
  assertEquals([report.status, report.result.data.output], ["success", "done"]);
  assertEquals(lastResults(server), ['{"a":"ü"}', "no such file", "mine"]);
  const names = server.chats[0]?.body.tools.map((tool: { function: { name: string } }) => tool.function.name);
  assertEquals(names.slice(0, 3), ["own", "calls__echo", "calls__fail"]);
  assertEquals(
    report.nodes.filter(({ parent }) => parent === "agent").map(({ id, status }) => [id, status]),
    [
      ["choose model", "success"],
      ["model turn 1", "success"],
      ["calls__echo", "success"],
      ["calls__fail", "failed"],
      ["own", "success"],
      ["model turn 2", "success"],
    ],
  );
  assertEquals(project.count(), 0);
});

Deno.test("an MCP tool that needs approval waits for a person; a resumed run reaches its server anew", async () => {
  await using server = new ModelServer([{ calls: [{ name: "calls__echo", args: { a: "x" } }] }, {
    text: "done",
  }]);
  await using project = await makeMcpProject({ calls: {} }, {
    main: `
const tools = await workflow.createMcpTools({ connection: ctx.mcp("calls"), approval: ({ tool }) => tool === "echo" });
return (await ctx.agent({ prompt: "?", tools: [tools] })).text;`,
  });
  const env = server.env();
  const first = await runJson(project, [...project.options, "main"], { env });
  assertEquals([first.code, first.report.interactions.map(({ message }) => message)], [
    3,
    ['May the agent call calls__echo?\n\na: "x"'],
  ]);
  const { code, report, stderr } = await resume(
    project,
    [first.report.runId, "--answer=approved=true", ...project.options],
    { env },
  );
  assertEquals([code, report.result.data.output, lastResults(server), server.chats.length], [
    0,
    "done",
    ['{"a":"x"}'],
    2,
  ], stderr);
  assertEquals(project.count(), 0);
});
