// Runs that an MCP client began and somebody else answers.
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { dirname, join } from "@std/path";
import { executable } from "./harness/executable.ts";
import { RawServer } from "./harness/raw_server.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeMain, type TempProject } from "./harness/temp_project.ts";

const APPROVE = `return await ctx.approve("go", { title: "Go?" });`;
const CALL = { jsonrpc: "2.0", id: "call", method: "tools/call", params: { name: "main" } };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

Deno.test("the command in the result answers the run when it is pasted into a shell", async () => {
  await using project = await makeMain(`
const { report, token } = await ctx.ask("q", { message: "Q?", fields: {
  report: { type: "file", required: true },
  token: { type: "string", secret: true, required: true },
} });
return { text: await report.text(), length: token.length };`);
  const dataDir = join(project.root, "my data, it's here");
  await using server = serve({ ...project, dataDir });
  await server.initialize();
  const { runId, error } = (await server.call("main")).result.structuredContent;
  const [, command = ""] = /^.*run this in a terminal: (.*)$/m.exec(error.message) ?? [];
  const path = join(project.root, "report.txt");
  await Deno.writeTextFile(path, "hello");
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", `${command} --answer report=${path} --answer token=s3cret`],
    env: { PATH: `${dirname(executable())}:${Deno.env.get("PATH")}` },
  }).output();
  const decoder = new TextDecoder();
  assertEquals(code, 0, decoder.decode(stderr));
  const report = JSON.parse(decoder.decode(stdout));
  assertEquals([report.runId, report.status], [runId, "success"]);
  assertEquals(report.result.data.output, { text: "hello", length: 6 });
});

Deno.test("an answer that comes after the run was answered on the command line is not used, and the result says so", async () => {
  await using project = await makeMain(APPROVE);
  await using server = serve(project);
  await server.initialize({ elicitation: {} });
  await server.send(CALL);
  const form = await server.next();
  const runId = await answerElsewhere(project);
  await server.send({
    jsonrpc: "2.0",
    id: form.id,
    result: { action: "accept", content: { approved: true } },
  });
  const { result } = await server.next();
  assertEquals(result.isError, true);
  const { error, ...rest } = result.structuredContent;
  assertEquals(rest, { runId, status: "success", entrypointId: "main", entrypointTitle: "Main" });
  assertEquals(error.code, "not_resumable");
  assertStringIncludes(error.message, "The answer was not used, the run has gone on without it");
});

Deno.test("a state is refused once the run was answered on the command line", async () => {
  await using project = await makeMain(APPROVE);
  await using server = serve(project);
  const { result } = await server.request("tools/call", { name: "main", _meta: META });
  await answerElsewhere(project);
  const [name = ""] = Object.keys(result.inputRequests);
  const retry = {
    requestState: result.requestState,
    inputResponses: { [name]: { action: "accept", content: { approved: true } } },
  };
  const { error } = await server.request("tools/call", { name: "main", _meta: META, ...retry });
  assertEquals(error?.code, -32602);
  assertStringIncludes(error?.message ?? "", "its question was answered elsewhere");
});

Deno.test("cancelling the call of a run that was taken up on the command line does not end it there", async () => {
  await using project = await makeMain(APPROVE);
  await using server = serve(project);
  await server.initialize({ elicitation: {} });
  await server.send(CALL);
  await server.next();
  await answerElsewhere(project);
  await server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "call" } });
  await server.next();
  await server.request("ping");
  const { stdout } = await runCommand(["runs", "--json", "--data-dir", project.dataDir]);
  assertStringIncludes(stdout, '"success"');
});

/** Refuses what the one run of a project asks. */
async function answerElsewhere({ dataDir }: TempProject): Promise<string> {
  const { stdout } = await runCommand(["runs", "--waiting", "--json", "--data-dir", dataDir]);
  const [, runId] = /"runId":\s*"([^"]+)"/.exec(stdout) ?? [];
  assert(runId !== undefined, stdout);
  const { code, stderr } = await runCommand(["resume", runId, "--decline", "--data-dir", dataDir]);
  assertEquals(code, 0, stderr);
  return runId;
}

function serve({ dir, dataDir }: TempProject): RawServer {
  return new RawServer(["mcp", dir, "--data-dir", dataDir]);
}
