// The connector with real servers from npm, and its tools with the real AI SDK.
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join, toFileUrl } from "@std/path";
import { installPackages } from "../../scripts/build/install_packages.ts";
import { currentOverride } from "../../scripts/npm_only/override.ts";
import { workflow } from "workflow-code";
import type { McpCallResult, McpServerConnection, McpServerDefinition } from "workflow-code";
import { makeMcpProject } from "./harness/mcp_project.ts";
import { nodePath } from "./harness/node.ts";
import { runJson } from "./harness/project_command.ts";
import { runProgram } from "./harness/run_program.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const SERVERS = ["everything", "filesystem", "memory"].map((name) => `@modelcontextprotocol/server-${name}`);
const SERVER_VERSION = "2026.8.31";
const AI_VERSION = "7.0.173";

/** Runs something in a folder with npm packages. */
async function withPackages(
  packages: Readonly<Record<string, string>>,
  use: (dir: string) => Promise<void>,
): Promise<void> {
  const dir = await Deno.realPath(await Deno.makeTempDir({ prefix: "workflow-code-test-" }));
  try {
    const imports = Object.fromEntries(
      Object.entries(packages).map(([name, version]) => [name, `npm:${name}@${version}`]),
    );
    await use(await installPackages({ imports, lock: undefined, dir: join(dir, "packages") }));
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

async function withPeer(
  definition: McpServerDefinition,
  use: (connection: McpServerConnection) => Promise<void>,
): Promise<void> {
  const connection = await workflow.connectMcpServer(definition);
  try {
    await use(connection);
  } finally {
    await connection.close();
  }
}

function textOf(result: McpCallResult | undefined): string {
  return result?.content.map(({ text }) => text).join("\n") ?? "";
}

Deno.test("the connector works with the servers of the protocol's authors", async (t) => {
  const versions = Object.fromEntries(SERVERS.map((name) => [name, SERVER_VERSION]));
  await withPackages(versions, async (dir) => {
    const define = (id: string, args: string[], environment = {}): McpServerDefinition => {
      const script = join(dir, "node_modules", "@modelcontextprotocol", `server-${id}`, "dist", "index.js");
      return { id, command: [nodePath(), script, ...args], environment };
    };

    await t.step("server-everything: every kind of content, progress, errors, cancelling", async () => {
      await withPeer(define("everything", ["stdio"]), async (connection) => {
        const names = connection.tools.map((tool) => tool.name);
        assert(names.length >= 10, names.join());
        assertEquals(textOf(await connection.callTool("echo", { message: "ü🦕" })), "Echo: ü🦕");
        const image = await connection.callTool("get-tiny-image");
        assertEquals(image.content.map((part) => part.type), ["text", "image", "text"]);
        const weather = await connection.callTool("get-structured-content", { location: "Chicago" });
        assertEquals(Object.keys(JSON.parse(textOf(weather))).length > 0, true);
        assertEquals((await connection.callTool("echo", { message: 7 })).isError, true);
        const long = connection.callTool("trigger-long-running-operation", { duration: 1, steps: 4 });
        assertStringIncludes(textOf(await long), "completed");
        const abort = AbortSignal.timeout(200);
        await assertRejects(() =>
          connection.callTool("trigger-long-running-operation", { duration: 30, steps: 30 }, abort)
        );
      });
    });

    await t.step("server-filesystem: reads what it may, and says what it may not", async () => {
      await Deno.writeTextFile(join(dir, "a.txt"), "Hello");
      await withPeer(define("filesystem", [dir]), async (connection) => {
        const read = (path: string) => connection.callTool("read_text_file", { path });
        const { content, isError } = await read(join(dir, "a.txt"));
        assertEquals([content[0]?.text, isError], ["Hello", false]);
        const refused = await read("/etc/passwd");
        assertEquals(refused.isError, true);
        assertStringIncludes(textOf(refused), "Access denied");
      });
    });

    await t.step("server-memory: keeps what it is told, as the tools of an agent", async () => {
      const environment = { MEMORY_FILE_PATH: join(dir, "memory.json") };
      await withPeer(define("memory", [], environment), async (connection) => {
        const tools = await workflow.createMcpTools({ connection });
        const entities = [{ name: "Ada", entityType: "person", observations: ["writes programs"] }];
        assertEquals((await tools.memory__create_entities?.execute({ entities }))?.isError, false);
        const graph = await tools.memory__read_graph?.execute({});
        assertStringIncludes(textOf(graph), "writes programs");
        const refused = await tools.memory__create_entities?.execute({ entities: [{ name: "Ada" }] });
        assertStringIncludes(textOf(refused), "entities[0].entityType is missing");
      });
    });

    await t.step("all of them through ctx.mcp, in one run of the executable", async () => {
      const environment = { MEMORY_FILE_PATH: join(dir, "memory-of-runs.json") };
      const servers = [
        define("everything", ["stdio"]),
        define("filesystem", [dir]),
        define("memory", [], environment),
      ];
      await using project = await makeMcpProject(
        Object.fromEntries(servers.map(({ id, ...spec }) => [id, spec])),
        {
          main: `
const said = async (id, tool, args) => (await ctx.mcp(id).callTool(tool, args)).content.map(({ type, text }) => text ?? type).join("\\n");
const [entities] = [[{ name: "Ada", entityType: "person", observations: ["writes programs"] }]];
return {
  echo: await said("everything", "echo", { message: "ü🦕" }),
  image: await said("everything", "get-tiny-image"),
  slow: await said("everything", "trigger-long-running-operation", { duration: 1, steps: 4 }),
  read: await ctx.step("read", () => said("filesystem", "read_text_file", { path: ${
            JSON.stringify(join(dir, "a.txt"))
          } })),
  refused: await said("filesystem", "read_text_file", { path: "/etc/passwd" }),
  remembered: (await said("memory", "create_entities", { entities })).length > 0,
  graph: await said("memory", "read_graph"),
};`,
        },
      );
      const { code, report } = await runJson(project, [...project.options, "main"]);
      assertEquals([code, report.error], [0, null]);
      // deno-lint-ignore no-explicit-any -- what the run above returned
      const { echo, image, slow, read, refused, remembered, graph } = report.result.data.output as any;
      assertEquals([echo, image.includes("image"), remembered], ["Echo: ü🦕", true, true]);
      assertStringIncludes(read, "Hello");
      assertStringIncludes(slow, "completed");
      assertStringIncludes(refused, "Access denied");
      assertStringIncludes(graph, "writes programs");
      assertEquals(project.count(), 0);
    });
  });
});

const AGENT = `
  import { generateText, stepCountIs, type ToolSet } from "ai";
  import { MockLanguageModelV4 } from "ai/test";
  import { workflow } from "workflow-code";

  const connection = await workflow.connectMcpServer(JSON.parse(Deno.args[0]!));
  const approved: unknown[] = [];
  const tools = await workflow.createMcpTools({
    connection,
    approval: ({ tool }) => tool === "fail",
    onApproval: (call) => approved.push(call.args) > 0,
  });
  const set: ToolSet = tools; // The types fit as well.
  const call = (toolName: string, input: string) => ({ type: "tool-call", toolCallId: toolName + input, toolName, input });
  const turns: unknown[][] = [
    [call("calls__echo", '{"a":1}'), call("calls__fail", '{"b":2}'), call("calls__refuse", ""), call("calls__echo", "[]")],
    [{ type: "text", text: "done" }],
  ];
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({
      content: turns.shift() ?? [],
      finishReason: { unified: turns.length > 0 ? "tool-calls" : "stop", raw: undefined },
      usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
      warnings: [],
    }) as never,
  });
  const { text } = await generateText({ model, tools: set, prompt: "go", stopWhen: stepCountIs(3) });
  await connection.close();
  const [first, second] = model.doGenerateCalls;
  const results = second?.prompt.flatMap((message) => message.role === "tool" ? message.content : []);
  console.log(JSON.stringify({ text, tools: first?.tools, results, approved }));
`;

Deno.test("the tools work as tools of the AI SDK, in types and at run time", async () => {
  await withPackages({ ai: AI_VERSION }, async (dir) => {
    await Deno.writeTextFile(join(dir, "agent.ts"), AGENT);
    // Its own packages, and the library with what that needs.
    const { imports } = JSON.parse(
      await Deno.readTextFile(
        join(ROOT, currentOverride().length > 0 ? "scripts/npm_only/import_map.json" : "deno.json"),
      ),
    ) as { imports: Record<string, string> };
    const base = toFileUrl(join(ROOT, currentOverride().length > 0 ? "scripts/npm_only/" : "./"));
    const absolute = Object.entries(imports).map(([name, target]) =>
      [name, target.startsWith(".") ? new URL(target, base).href : target] as const
    );
    const all = {
      ...Object.fromEntries(absolute),
      ai: `npm:ai@${AI_VERSION}`,
      "ai/test": `npm:ai@${AI_VERSION}/test`,
    };
    await Deno.writeTextFile(
      join(dir, "deno.json"),
      JSON.stringify({ imports: all, nodeModulesDir: "none" }),
    );
    const server = fromFileUrl(new URL("../fixtures/mcp/calls.mjs", import.meta.url));
    const definition = {
      id: "calls",
      command: [Deno.execPath(), "run", "-A", "--quiet", "--no-config", server],
    };
    const command = [Deno.execPath(), "run", "-A", "--check", "--quiet", "--no-lock", join(dir, "agent.ts")];
    const { code, stdout, stderr } = await runProgram([...command, JSON.stringify(definition)], { cwd: dir });
    assertEquals(code, 0, stderr);
    const { text, tools, results, approved } = JSON.parse(stdout);
    assertEquals([text, approved], ["done", [{ b: 2 }]]);
    assertEquals(tools[0], {
      type: "function",
      name: "calls__echo",
      inputSchema: { type: "object", properties: {} },
    });
    assertEquals(results.map(({ output }: { output: unknown }) => output).slice(0, 3), [
      { type: "text", value: '{"a":1}' },
      { type: "error-text", value: "no such file" },
      { type: "error-text", value: 'bad path\n\n{"path":"/x"}' },
    ]);
    assertStringIncludes(results[3].output.value, "the arguments must be an object, found a list");
  });
});
