// The library as a host uses it: in Deno from source, in Node as the one file that is built for it.
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join, toFileUrl } from "@std/path";
import { bundleLibrary } from "../../scripts/build/bundle_library.ts";
import { installPackages } from "../../scripts/build/install_packages.ts";
import { currentOverride } from "../../scripts/npm_only/override.ts";
import type { LockFile } from "../../scripts/npm_only/lock_file.ts";
import { nodePath } from "./harness/node.ts";
import { runProgram } from "./harness/run_program.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const FIXTURES = join(ROOT, "tests", "fixtures", "mcp");

/** A folder with the library for Node, and what runs in it. */
interface Host extends AsyncDisposable {
  readonly dir: string;
  /** Runs a module in Node, where "workflow-code" is the built file. */
  node(source: string, env?: Record<string, string>): Promise<string>;
  /** Runs a module in Deno, where "workflow-code" is the source. */
  deno(source: string, env?: Record<string, string>): Promise<string>;
}

async function makeHost(): Promise<Host> {
  const dir = await Deno.makeTempDir({ prefix: "workflow-code-test-" });
  const { imports } = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json"))) as {
    imports: Record<string, string>;
  };
  await bundleLibrary({
    root: ROOT,
    packagesDir: await installPackages({
      imports: Object.fromEntries(Object.entries(imports).filter(([, target]) => target.startsWith("npm:"))),
      lock: JSON.parse(await Deno.readTextFile(join(ROOT, "scripts", "npm_only", "deno.lock"))) as LockFile,
      dir: join(ROOT, "dist", ".cache", "packages"),
    }),
    cacheDir: join(ROOT, "dist", ".cache"),
    outFile: join(dir, "workflow-code.mjs"),
    override: currentOverride(),
    constants: { __WORKFLOW_CODE_VERSION__: "1.2.3" },
  });
  const run = async (
    source: string,
    { command, env }: { readonly command: readonly string[]; readonly env: Record<string, string> },
  ) => {
    const file = join(dir, `${crypto.randomUUID()}.mjs`);
    await Deno.writeTextFile(file, source);
    const { code, stdout, stderr } = await runProgram([...command, file], { env, cwd: ROOT });
    if (code !== 0) throw new Error(`exited with ${code}: ${stderr}`);
    return stdout.trim();
  };
  const library = toFileUrl(join(dir, "workflow-code.mjs")).href;
  return {
    dir,
    node: (source, env = {}) =>
      run(source.replaceAll('"workflow-code"', JSON.stringify(library)), { command: [nodePath()], env }),
    deno: (source, env = {}) =>
      run(source, {
        command: [
          Deno.execPath(),
          "run",
          "-A",
          "--quiet",
          `--config=${join(ROOT, "deno.json")}`,
          ...currentOverride(),
        ],
        env,
      }),
    [Symbol.asyncDispose]: () => Deno.remove(dir, { recursive: true }),
  };
}

/** The example of the reference page with a fixture in the place of its server, and what is done with the tools. */
async function exampleSource(): Promise<string> {
  const text = await Deno.readTextFile(join(FIXTURES, "seed_example.mjs"));
  const server = JSON.stringify(join(FIXTURES, "environment.mjs"));
  return `import { workflow } from "workflow-code";
${
    text.replace('"/usr/local/bin/node"', JSON.stringify(nodePath()))
      .replace('"/opt/project-tools/mcp-server.js"', server)
  }
const tools = await example(workflow);
console.log(JSON.stringify([Object.keys(tools), await tools["project-tools__environment"].execute({})]));
`;
}

Deno.test("the library works in Node and in Deno", async (t) => {
  await using host = await makeHost();
  for (const runtime of ["node", "deno"] as const) {
    await t.step(`the example of the reference page works word for word in ${runtime}`, async () => {
      const env = { PROJECT_MCP_BRIDGE_TOKEN: "s3cr3t-t0ken" };
      const [names, afterwards] = JSON.parse(await host[runtime](await exampleSource(), env));
      assertEquals(names, ["project-tools__environment"]);
      assertEquals(afterwards.isError, true); // It closes the connection, so the tools only say so.
      assertStringIncludes(afterwards.content[0].text, "the connection is closed");
    });

    await t.step(`a call sees exactly what is allowed, a refusal names the key, in ${runtime}`, async () => {
      const source = `import { workflow } from "workflow-code";
const definition = {
  id: "project-tools",
  command: ${JSON.stringify([nodePath(), join(FIXTURES, "environment.mjs")])},
  environment: { MODE: "test" },
  inheritEnvironment: ["PROJECT_MCP_BRIDGE_TOKEN"],
};
const refused = await workflow.connectMcpServer(definition).catch(({ name, code, path, reason }) => [name, code, path, reason]);
const connection = await workflow.connectMcpServer(definition, { allowedInheritedEnvKeys: ["PROJECT_MCP_BRIDGE_TOKEN"] });
const { content } = await connection.callTool("environment");
await connection.close();
console.log(JSON.stringify([refused, Object.keys(connection), JSON.parse(content[0].text)]));
`;
      assertEquals(JSON.parse(await host[runtime](source, { PROJECT_MCP_BRIDGE_TOKEN: "s3cr3t-t0ken" })), [
        ["McpServerError", "invalid_definition", "inheritEnvironment[0]", "inherited_key_not_allowed"],
        ["id", "tools", "callTool", "close"],
        { MODE: "test", PROJECT_MCP_BRIDGE_TOKEN: "s3cr3t-t0ken" },
      ]);
    });

    await t.step(`every bad end is told, and nothing left, in ${runtime}`, async () => {
      const mark = `mark-${crypto.randomUUID()}`;
      const server = (
        name: string,
        ...args: string[]
      ) => [nodePath(), join(FIXTURES, `${name}.mjs`), ...args, mark];
      const source = `import { workflow } from "workflow-code";
const connect = (command, timeout) => workflow.connectMcpServer({ id: "a", command, timeout });
const codeOf = (promise) => promise.then(() => "fine", (error) => error.code);
const results = [
  await codeOf(connect(["/nowhere/to/be/found"])),
  await codeOf(connect(${JSON.stringify(server("exits", "before", "3", "no"))})),
  await codeOf(connect(${JSON.stringify(server("exits", "during", "3", "no"))})),
  await codeOf(connect(${JSON.stringify(server("mute"))}, 1000)),
  await codeOf(connect(${JSON.stringify(server("stubborn", "mute"))}, 1000)),
  await codeOf(connect(${JSON.stringify(server("stubborn", "orphan"))})),
  await codeOf(connect(${JSON.stringify(server("lists", "257"))})),
];
const connection = await connect(${JSON.stringify(server("deaths"))}, 5000);
results.push(await codeOf(connection.callTool("hang")));
results.push(await codeOf(connection.callTool("exit", { code: 1, says: "no" })));
await connection.close();
results.push(await codeOf(connection.callTool("echo")));
const stubborn = await connect(${JSON.stringify(server("stubborn", "server"))});
const started = performance.now();
await stubborn.close();
console.log(JSON.stringify([results, performance.now() - started < 5000]));
`;
      assertEquals(JSON.parse(await host[runtime](source)), [[
        "spawn_failed",
        "server_exited",
        "server_exited",
        "handshake_timeout",
        "handshake_timeout",
        "server_exited",
        "too_many_tools",
        "call_timeout",
        "server_exited",
        "server_exited",
      ], true]);
      assertEquals(await countProcesses(mark), 0);
    });
  }

  await t.step(
    "a program that ends without closing leaves no server behind, in node and in deno",
    async () => {
      for (const runtime of ["node", "deno"] as const) {
        const mark = `mark-${crypto.randomUUID()}`;
        const command = [nodePath(), join(FIXTURES, "stubborn.mjs"), "server", mark];
        await host[runtime](`import { workflow } from "workflow-code";
import process from "node:process";
await workflow.connectMcpServer({ id: "a", command: ${JSON.stringify(command)} });
process.exit(0);
`);
        assertEquals(await countProcesses(mark), 0);
      }
    },
  );

  await t.step("a signal that Node does not listen to ends the servers as well", async () => {
    const mark = `mark-${crypto.randomUUID()}`;
    const command = [nodePath(), join(FIXTURES, "stubborn.mjs"), "server", mark];
    const killed = await host.node(`import { workflow } from "workflow-code";
await workflow.connectMcpServer({ id: "a", command: ${JSON.stringify(command)} });
process.kill(process.pid, "SIGTERM");
setInterval(() => {}, 1000);
`).catch((error: Error) => error.message);
    assertStringIncludes(killed, "exited with 143");
    assertEquals(await countProcesses(mark), 0);
  });

  await t.step("a program that never connects does not load the SDK, in node and in deno", async () => {
    const source = (connects: boolean) =>
      `import { workflow } from "workflow-code";
import process from "node:process";
workflow.normalizeMcpServers([{ id: "a", command: [process.execPath] }]);
await workflow.createMcpTools({ connections: [] });
await workflow.connectMcpServer({ id: "a", command: ["node"] }).catch(() => {});
if (${connects}) await workflow.connectMcpServer({ id: "a", command: [process.execPath, "--version"] }).catch(() => {});
console.log("__zod_globalRegistry" in globalThis); // Which the SDK's schemas make when they are loaded.
`;
    for (const runtime of ["node", "deno"] as const) {
      assertEquals([await host[runtime](source(false)), await host[runtime](source(true))], [
        "false",
        "true",
      ]);
    }
  });
});

/** How many processes have a text in their command line, a second after at the latest: the kernel takes its time. */
async function countProcesses(mark: string): Promise<number> {
  for (let tries = 1;; tries++) {
    const { stdout } = await runProgram(["ps", "-A", "-ww", "-o", "args="]);
    const count = stdout.split("\n").filter((line) => line.includes(mark)).length;
    if (count === 0 || tries === 20) return count;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
