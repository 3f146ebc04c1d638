// Every code block of README.md is run here, as it stands there. `deno task test:docs` checks the types of the TypeScript ones.
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { dirname, fromFileUrl, join } from "@std/path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import config from "../../deno.json" with { type: "json" };
import { currentOverride } from "../../scripts/npm_only/override.ts";
import { executable } from "./harness/executable.ts";
import { nodePath } from "./harness/node.ts";
import { runCommand } from "./harness/run_command.ts";
import { RunningCommand } from "./harness/running_command.ts";

/** A fenced block of README.md. */
interface Block {
  readonly text: string;
  readonly line: number;
}

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const BLOCKS = readBlocks(await Deno.readTextFile(join(ROOT, "README.md")));
const SERVER = join(ROOT, "tests", "fixtures", "mcp", "environment.mjs");

/** A home folder with nothing in it, where the reader types. */
const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "workflow-code-test-" }));
const env = { HOME: home, XDG_DATA_HOME: join(home, ".local/share"), XDG_CONFIG_HOME: join(home, ".config") };
Deno.test.afterAll(() => Deno.remove(home, { recursive: true }));

/** What a reader does with each block, in the order of the page; the key is how the block begins. */
const READERS: readonly [begins: string, read: (block: Block) => Promise<unknown> | void][] = [
  ["workflow-code init hello", async (block) => {
    await Deno.mkdir(join(home, ".claude")); // The reader has Claude Code.
    await typeIn(block);
    assertStringIncludes(await Deno.readTextFile(join(home, ".claude.json")), join(home, "hello"));
  }],
  ["npx --yes deno@2.9.6 task demo", isTask],
  ["npx --yes deno@2.9.6 task test", isTask],
  ['{\n  "id"', (block) => write("greeter/package.json", block.text)],
  ["greet: {", (block) => write("greeter/workflow.ts", block.text)],
  ["workflow-code run ./greeter", async (block) => {
    const [ran, json] = await typeIn(block);
    assertEquals(ran, "text:\n  Hi Ada\n  Hi Ada\n");
    assertEquals(JSON.parse(json ?? "").result.data.output, { text: "Dear Ada" });
  }],
  ['"args": ["mcp"', (block) => useDefinition(block, ["/absolute/path/to/greeter", join(home, "greeter")])],
  ["workflow-code resume", async (block) => {
    await command(["init", "letters", "--template", "approval"]);
    const asked = await runCommand(["run", "letters", "announce", "--topic=spring"], { cwd: home, env });
    assertEquals(asked.code, 3);
    const [, runId = ""] = /run (\d{8}-\w+) waits/.exec(asked.stderr) ?? [];
    const shown = await runCommand([
      ...words(block.text.trim(), { "20261130-ca5h": runId }),
      "--answer",
      "tone=plain",
    ], {
      cwd: home,
      env,
    });
    assertEquals(shown.code, 3);
    assertStringIncludes(shown.stderr, "Send it?");
  }],
  ["workflow-code desktop add", async (block) => {
    const [, list] = await typeIn(block);
    assertStringIncludes(list ?? "", "greeter");
  }],
  ["workflow-code desktop\n", async (block) => {
    await using desktop = new RunningCommand([...words(block.text.trim()), "--no-open"], { cwd: home, env });
    const [address = ""] = await desktop.stdout.until(/http:\/\/127\.0\.0\.1:\d+\/\S*/);
    const page = await fetch(address, { redirect: "manual" });
    await page.body?.cancel();
    assertEquals([page.status, page.headers.get("location")], [303, "/"]);
  }],
  ["--workflow-mcp", async (block) => {
    const [{ id }] = JSON.parse(await command(["desktop", "list", "--json"])).projects;
    await useDefinition(block, ["k3f9-x2ab", id]);
  }],
  ["refund: {", (block) => offers(block, "refund")],
  ["workflow-code auth login", async (block) => {
    await using models = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => Response.json({ data: [{ id: "a-model" }] }),
    );
    const here = `http://localhost:${models.addr.port}/v1`;
    const [, status = ""] = await typeIn({
      ...block,
      text: block.text.replace("http://localhost:11434/v1", here),
    });
    assertStringIncludes(status, here);
  }],
  ["project-tools", async (block) => {
    await write("mcp-servers.json", block.text.replace(/"\/usr.*\.js"/, `"${nodePath()}", "${SERVER}"`));
  }],
  ["workflow-code mcp ./invoice-triage", async (block) => {
    await project(
      "invoice-triage",
      { mcpServers: ["project-tools"] },
      `
      const { content } = await ctx.mcp("project-tools").callTool("environment", {});
      return content;`,
    );
    const servers = join(home, "mcp-servers.json");
    const [, , ...options] = words(block.text.trim(), { "/home/me/mcp-servers.json": servers });
    const token = { PROJECT_MCP_BRIDGE_TOKEN: "the-secret-of-the-readme" };
    const { code, stdout, stderr } = await runCommand(["json", "./invoice-triage", ...options, "main"], {
      cwd: home,
      env: { ...env, ...token },
    });
    assertEquals([code, stderr.includes("project-tools")], [0, true], stderr);
    assertStringIncludes(stdout, "***");
  }],
  ["async function listTools", (block) => listTools(block)],
  ["order: {", (block) => offers(block, "order", { related: { billing: { id: BILLING } } }, "orders")],
  ["workflow-code json ./orders", async (block) => {
    await project("billing", { related: { orders: { id: ORDERS } } }, 'return { number: "B-1" };', {
      id: BILLING,
      entrypoint: "invoice",
    });
    const billing = { "billing=/absolute/path/to/billing": `billing=${join(home, "billing")}` };
    const report = JSON.parse(await command(words(block.text.trim(), billing)));
    assertEquals(report.result.data.output, { invoice: "B-1" });
  }],
  ['"permissions"', async (block) => {
    await project("rules", JSON.parse(block.text).workflow, "return ctx.env.BILLING_TOKEN;");
    await Deno.mkdir(join(home, "rules", "rules"));
    const refused = await runCommand(["json", "rules", "main"], { cwd: home, env });
    assertStringIncludes(refused.stderr, "--allow-inherit-env BILLING_TOKEN");
    const granted = await runCommand(["json", "--allow-inherit-env", "BILLING_TOKEN", "rules", "main"], {
      cwd: home,
      env: { ...env, BILLING_TOKEN: "granted" },
    });
    assertEquals(JSON.parse(granted.stdout).result.data.output, "granted");
    assertMatch(granted.stderr, /may reach api\.example\.com:443/);
  }],
];

const BILLING = "22222222-2222-4222-8222-222222222222";
const ORDERS = "33333333-3333-4333-8333-333333333333";

Deno.test("every code block of README.md works as it stands there", async (test) => {
  assertEquals(BLOCKS.length, READERS.length, "a block that nobody reads, or a reader without a block");
  for (const [index, block] of BLOCKS.entries()) {
    const [begins, read] = READERS[index] ?? ["", () => {}];
    await test.step(`line ${block.line}: ${begins.split("\n")[0]}`, async () => {
      assertStringIncludes(block.text, begins);
      await read(block);
    });
  }
});

function readBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```[^\n]*\n([^]*?)^```$/gm)].map(({ 1: text = "", index }) => ({
    text,
    line: markdown.slice(0, index).split("\n").length,
  }));
}

/** The words of a line behind `workflow-code`, some of them as they are here. */
function words(line: string, here: Readonly<Record<string, string>> = {}): string[] {
  const [program, ...rest] = line.split(" ");
  assertEquals(program, "workflow-code");
  return rest.map((word) => here[word] ?? word);
}

/** Types every line of a block, and gives what each printed. */
async function typeIn({ text }: Block): Promise<string[]> {
  const printed: string[] = [];
  for (const line of text.trim().split("\n")) printed.push(await command(words(line)));
  return printed;
}

async function command(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, { cwd: home, env });
  assertEquals(code, 0, `workflow-code ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** The pipeline runs them: a test that ran all tests would run itself. */
function isTask({ text }: Block): void {
  assertEquals(Object.hasOwn(config.tasks, text.trim().split(" ").at(-1) ?? ""), true);
}

async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(dirname(join(home, path)), { recursive: true });
  await Deno.writeTextFile(join(home, path), text);
}

async function project(
  name: string,
  workflow: unknown,
  body: string,
  { id = crypto.randomUUID(), entrypoint = "main" }: { readonly id?: string; readonly entrypoint?: string } =
    {},
): Promise<void> {
  await write(
    `${name}/package.json`,
    JSON.stringify({ id, name, type: "module", projectType: "workflow", workflow }),
  );
  const run = `async run(ctx, values) {${body}}`;
  const params = entrypoint === "invoice" ? "{ amount: { type: 'number' } }" : "{}";
  await write(
    `${name}/workflow.ts`,
    `import { workflow } from "workflow-code";
export default workflow.define({ entrypoints: { ${entrypoint}: { params: ${params}, ${run} } } });\n`,
  );
}

/** Makes a project of a block and asks what it offers. */
async function offers(
  block: Block,
  entrypoint: string,
  workflow: unknown = {},
  name = entrypoint,
): Promise<void> {
  await project(name, workflow, "", { id: name === "orders" ? ORDERS : crypto.randomUUID() });
  await write(`${name}/workflow.ts`, block.text);
  const { entrypoints } = JSON.parse(await command(["structure", name]));
  assertEquals(entrypoints.map(({ id }: { id: string }) => id), [entrypoint]);
}

/** Starts the official client with a definition, and calls the tool behind it. */
async function useDefinition({ text }: Block, [placeholder, here]: readonly [string, string]): Promise<void> {
  const [definition] = Object.values(JSON.parse(text).mcpServers) as [{ command: string; args: string[] }];
  assertEquals(definition.command, "/absolute/path/to/workflow-code");
  const transport = new StdioClientTransport({
    command: executable(),
    args: definition.args.map((arg) => arg === placeholder ? here : arg),
    env: { ...env, PATH: "" },
    cwd: "/",
    stderr: "ignore",
  });
  const client = new Client({ name: "reader", version: "1.0.0" });
  await client.connect(transport);
  const result = await client.callTool({ name: "greet", arguments: { name: "Ada" } });
  assertEquals((result.structuredContent as { output: unknown }).output, { text: "Hi Ada" });
  const closed = Promise.withResolvers<void>();
  client.onclose = () => closed.resolve();
  Deno.kill(transport.pid ?? 0, "SIGTERM");
  await closed.promise;
}

/** Runs the block with the server that is here in place of the one that it names. */
async function listTools({ text }: Block): Promise<void> {
  const here = JSON.stringify([nodePath(), SERVER]);
  const source = `${
    text.replace(/\["\/usr.*\.js"\]/, here)
  }\nconsole.log(JSON.stringify(await listTools()));\n`;
  await write("list_tools.ts", source);
  const { code, stdout, stderr } = await runCommand([
    "run",
    "-A",
    "--quiet",
    `--config=${join(ROOT, "deno.json")}`,
    ...currentOverride(),
    join(home, "list_tools.ts"),
  ], { program: Deno.execPath(), cwd: ROOT, env: { PROJECT_MCP_BRIDGE_TOKEN: "the-secret-of-the-readme" } });
  assertEquals(code, 0, stderr);
  assertEquals(JSON.parse(stdout), ["project-tools__environment"]);
}
