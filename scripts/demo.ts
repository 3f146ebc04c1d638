// deno-lint-ignore-file no-console -- the demo is made to be read
// Serves a sample project with the compiled executable and drives it with the official MCP client, as an AI client would.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { heading, indent, showTool } from "./demo/show.ts";
import { prepareProject } from "./demo/prepare_project.ts";

const SAMPLE = fromFileUrl(new URL("../tests/projects/expenses/", import.meta.url));

/** A tool's result as this demo reads it. */
interface CallResult {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

await using project = await prepareProject(SAMPLE);
const executable = Deno.env.get("WORKFLOW_CODE_BIN") ??
  fromFileUrl(new URL("../dist/workflow-code", import.meta.url));

const { id } = JSON.parse(await Deno.readTextFile(join(project.dir, "package.json")));

heading("The definition that an AI client is given");
const args = ["mcp", project.dir];
console.log(
  indent(JSON.stringify({ mcpServers: { [`workflow-${id}`]: { command: executable, args } } }, null, 2)),
);

heading("A real MCP client connects");
const server = { command: executable, args: [...args, "--data-dir", project.dataDir] };
const client = new Client(
  { name: "workflow-code-demo", version: "1.0.0" },
  { capabilities: { elicitation: {} } },
);
const transport = new StdioClientTransport({ ...server, stderr: "pipe" });
const printed: string[] = [];
transport.stderr?.on("data", (chunk: Uint8Array) => printed.push(new TextDecoder().decode(chunk)));
const begun = performance.now();
await client.connect(transport);
console.log(indent(`server: ${client.getServerVersion()?.name} ${client.getServerVersion()?.version}`));

heading("tools/list");
const { tools } = await client.listTools();
console.log(indent(tools.map(showTool).join("\n\n")));
console.log(
  indent(`\n(${Math.round(performance.now() - begun)} ms from the start of the process, bundling included)`),
);
assertEquals(tools.map((tool: { name: string }) => tool.name), ["summarise", "reimburse", "remind"]);

heading("tools/call summarise, with a file, a date, a number and choices");
const expenses = join(project.dir, "expenses.csv");
const good = { expenses, since: "2026-10-01", limit: 300, categories: ["travel", "office", "software"] };
console.log(indent(`arguments: ${JSON.stringify(good, null, 2)}`));
const summary = await call("summarise", good);
console.log(indent(`result: ${JSON.stringify(summary.structuredContent, null, 2)}`));
assertEquals(summary.structuredContent?.status, "success");

heading("tools/call with wrong arguments is refused before anything runs");
const wrong = { expenses: "expenses.csv", limit: "lots", categories: ["hotels"] };
console.log(indent(`arguments: ${JSON.stringify(wrong)}`));
const refusal = await call("summarise", wrong).then(() => undefined, (error: Error) => error);
assert(refusal, "wrong arguments were accepted");
console.log(indent(refusal.message));

heading("a business failure is an answer, not a crash");
const failure = await call("summarise", { expenses, since: "2030-01-01" });
console.log(indent(JSON.stringify(failure.structuredContent, null, 2)));
assert(failure.isError);

heading("a call is cancelled while it waits for an hour");
const cancelled = new AbortController();
const waiting = call("remind", { text: "Tea", seconds: 3600 }, cancelled.signal).catch((error: Error) =>
  error
);
setTimeout(() => cancelled.abort("the person changed their mind"), 300);
console.log(indent(`the client sees: ${(await waiting as Error).message}`));
const reminder = await call("remind", { text: "Coffee", seconds: 0 });
console.log(indent(`and the next call works: ${JSON.stringify(reminder.structuredContent?.output)}`));
assertEquals(reminder.structuredContent?.output, { reminder: "Coffee" });

heading("a run asks a person, twice, through the client's own forms");
const answers: Record<string, string | boolean>[] = [
  { account: "travel" },
  { approved: true, reason: "Receipts checked" },
];
client.setRequestHandler(ElicitRequestSchema, ({ params }: { params: { message: string } }) => {
  const content = answers.shift() ?? {};
  console.log(indent(`asked:    ${params.message.replaceAll(/\n+/g, " - ")}`));
  console.log(indent(`answered: ${JSON.stringify(content)}`));
  return { action: "accept" as const, content };
});
const paid = await call("reimburse", { expenses, employee: "Ada" });
console.log(indent(`result:   ${JSON.stringify(paid.structuredContent)}`));
assertEquals(paid.structuredContent?.output, { paid: 1634.6, to: "Ada", from: "travel" });

heading("a client that shows no forms is told how to answer, and the run waits");
const plain = new Client({ name: "workflow-code-demo-plain", version: "1.0.0" });
await plain.connect(new StdioClientTransport({ ...server, stderr: "ignore" }));
const left = await plain.callTool({ name: "reimburse", arguments: { expenses, employee: "Grace" } });
await plain.close();
const { runId, error } = (left as CallResult).structuredContent as {
  runId: string;
  error: { message: string };
};
console.log(indent(error.message));
for (const answer of ["account=general", "approved=true"]) {
  console.log(indent(`$ workflow-code resume ${runId} --answer ${answer}`));
  const { status, result: { data } } = await resume([
    runId,
    "--answer",
    answer,
    "--data-dir",
    project.dataDir,
  ]);
  console.log(indent(`  ${status} ${JSON.stringify(data.output)}`));
}

heading("what the project printed went to stderr, by run");
console.log(indent(printed.join("").trim()));
await client.close();

async function call(
  name: string,
  values: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<CallResult> {
  return await client.callTool(
    { name, arguments: values },
    undefined,
    signal ? { signal } : {},
  ) as CallResult;
}

async function resume(
  args: readonly string[],
): Promise<{ status: string; result: { data: { output: unknown } } }> {
  const command = new Deno.Command(executable, { args: ["resume", ...args], stdin: "null", stderr: "null" });
  return JSON.parse(new TextDecoder().decode((await command.output()).stdout));
}
