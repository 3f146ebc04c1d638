// ctx.mcp in the executable: calls, and what becomes of servers that are no good.
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { call, connect } from "./harness/connect.ts";
import { makeMcpProject, type McpProject, type ServerSpec } from "./harness/mcp_project.ts";
import { runJson } from "./harness/project_command.ts";

/** Runs `main` of a project. */
async function run(
  project: McpProject,
  { args = [], env }: { readonly args?: readonly string[]; readonly env?: Record<string, string> } = {},
) {
  const { code, report, stderr } = await runJson(
    project,
    [...project.options, ...args, "main"],
    env && { env },
  );
  assertEquals(project.count(), 0, "a process is left");
  return { code, report, stderr, output: report.result.data.output as unknown };
}

Deno.test("a run has the tools of its servers, calls them, and gets their failures as they are", async () => {
  await using project = await makeMcpProject({ calls: {}, trouble: {} }, {
    main: `
const { id, tools, callTool } = ctx.mcp("calls");
const results = [await callTool("echo", { a: "ü🦕" }), await callTool("fail"), await callTool("refuse", {})];
const failures = [];
for (const work of [
  () => callTool("ecko"),
  () => callTool("echo", [1]),
  () => ctx.mcp("call"),
  () => ctx.mcp("trouble").callTool("hang", {}, AbortSignal.timeout(50)),
]) {
  try { await work(); } catch (error) { failures.push([error.name, error.code, error.message]); }
}
const cancelled = JSON.parse((await ctx.mcp("trouble").callTool("cancelled")).content[0].text);
return { id, names: tools.map(({ name }) => name), results, failures, cancelled: cancelled.length };`,
  });
  const { code, output } = await run(project);
  assertEquals([code, output], [0, {
    id: "calls",
    names: ["echo", "fail", "refuse", "structured", "told", "nothing", "old.result"],
    results: [
      { content: [{ type: "text", text: '{"a":"ü🦕"}' }], isError: false },
      { content: [{ type: "text", text: "no such file" }], isError: true },
      {
        content: [{ type: "text", text: "bad path" }, { type: "text", text: '{"path":"/x"}' }],
        isError: true,
      },
    ],
    failures: [
      [
        "McpServerError",
        "unknown_tool",
        'Cannot call tool "ecko": MCP server "calls" has no such tool; did you mean "echo"?',
      ],
      ["TypeError", null, 'Cannot call tool "echo": expected an object of arguments, found a list'],
      [
        "TypeError",
        null,
        'There is no MCP server "call" in this run: package.json names "calls", "trouble" in workflow.mcpServers',
      ],
      ["TimeoutError", 23, "Signal timed out."],
    ],
    cancelled: 1,
  }]);
});

Deno.test("a result of 20 MB arrives whole, one of 40 MB is refused in words, and the connection lives", async () => {
  await using project = await makeMcpProject({ trouble: {} }, {
    main: `
const { callTool } = ctx.mcp("trouble");
const { content: [{ text }] } = await callTool("big", { bytes: 20_000_000 });
const refused = await callTool("big", { bytes: 40_000_000 });
return [text.length, refused.isError, refused.content[0].text, (await callTool("big", { bytes: 3 })).content[0].text];`,
  });
  const { output } = await run(project);
  const words = "the answer is longer than 32 MiB, the most that is read; ask for less at once";
  assertEquals(output, [20_000_000, true, words, "xxx"]);
});

Deno.test("inside a run the functions of the library work: checking, tools for agents, connecting to what there is", async () => {
  const servers = { calls: { inheritEnvironment: ["BRIDGE_TOKEN"], timeout: 5_000 } };
  await using project = await makeMcpProject(servers, { main: "" });
  const [definition] = project.definitions;
  const source = `import { workflow } from "workflow-code";
const definition = ${JSON.stringify(definition)};
const allowed = { allowedInheritedEnvKeys: ["BRIDGE_TOKEN"] };
const attempt = (work) => Promise.resolve().then(work).then(() => "it worked", ({ code, reason, path }) => ({ code, reason, path }));
const early = attempt(() => workflow.connectMcpServer(definition, allowed));
export default workflow.define({ entrypoints: { main: { async run(ctx) {
  const { command, ...rest } = definition;
  const refusals = {
    normalize: await attempt(() => workflow.normalizeMcpServers([{ id: "A", command: ["/a"] }])),
    notAllowed: await attempt(() => workflow.connectMcpServer(definition)),
    command: await attempt(() => workflow.connectMcpServer({ ...rest, command: ["/bin/sh"] }, allowed)),
    timeout: await attempt(() => workflow.connectMcpServer({ ...definition, timeout: 6_000 }, allowed)),
    id: await attempt(() => workflow.connectMcpServer({ ...definition, id: "other" }, allowed)),
    early: await early,
  };
  const first = await workflow.connectMcpServer(definition, allowed);
  const tools = await workflow.createMcpTools({ connection: first, maxResultChars: 1_000 });
  const long = await tools.calls__echo.execute({ text: "x".repeat(2_000) });
  const wrong = await tools.calls__echo.execute([]);
  const kept = (await Deno.readTextFile(long.files[0])).length;
  await first.close();
  const closed = [await attempt(() => first.callTool("echo")), await attempt(() => ctx.mcp("calls").callTool("echo"))];
  const again = await workflow.connectMcpServer(definition, allowed);
  const { content: [{ text }] } = await again.callTool("echo", { again: true });
  return { refusals, kept, wrong: wrong.isError, closed, text };
} } } });`;
  await Deno.writeTextFile(`${project.dir}/workflow.ts`, source);
  const env = { BRIDGE_TOKEN: "s3cr3t-t0ken" };
  const { output } = await run(project, { args: ["--allow-inherit-env", "BRIDGE_TOKEN"], env });
  const code = "invalid_definition";
  assertEquals(output, {
    refusals: {
      normalize: { code, reason: "id_malformed", path: "servers[0].id" },
      notAllowed: { code, reason: "inherited_key_not_allowed", path: "inheritEnvironment[0]" },
      command: { code, reason: "not_granted", path: "command" },
      timeout: { code, reason: "not_granted", path: "timeout" },
      id: { code, reason: "not_granted", path: "id" },
      early: {},
    },
    kept: 2_011,
    wrong: true,
    closed: [{ code: "closed" }, { code: "closed" }],
    text: '{"again":true}',
  });
});

Deno.test("a server sees exactly the environment of its definition", async () => {
  const servers = {
    environment: { environment: { MODE: "test" }, inheritEnvironment: ["BRIDGE_TOKEN", "BRIDGE_HOME"] },
  };
  await using project = await makeMcpProject(servers, {
    main: `return JSON.parse((await ctx.mcp("environment").callTool("environment")).content[0].text);`,
  });
  const args = ["--allow-inherit-env", "BRIDGE_TOKEN", "--allow-inherit-env", "BRIDGE_HOME"];
  const { output } = await run(project, {
    args,
    env: { BRIDGE_TOKEN: "s3cr3t-t0ken", BRIDGE_HOME: "/home/bridge" },
  });
  // Where it goes on from here the credential is masked, and what is no credential is data.
  assertEquals(output, { MODE: "test", BRIDGE_TOKEN: "***", BRIDGE_HOME: "/home/bridge" });
});

Deno.test("the value of a credential is in no report, log, message or file, whoever says it", async () => {
  const secret = "s3cr3t-t0ken-of-the-bridge";
  const servers: Record<string, ServerSpec> = {
    environment: { inheritEnvironment: ["BRIDGE_TOKEN"] },
    lists: { args: ["secret"], inheritEnvironment: ["BRIDGE_TOKEN"] },
  };
  for (const id of ["environment", "lists"]) {
    await using project = await makeMcpProject({ [id]: servers[id] ?? {} }, {
      main: `const server = ctx.mcp("${id}");
        const said = await ctx.step("ask", () => server.callTool("environment"));
        console.log(said); ctx.log.info("said", said); return [said, server.tools];`,
    });
    const { report, stderr } = await run(project, {
      args: ["--allow-inherit-env", "BRIDGE_TOKEN"],
      env: { BRIDGE_TOKEN: secret },
    });
    const everything = JSON.stringify(report) + stderr + await readAll(project.dataDir);
    assertStringIncludes(everything, "***", id);
    assert(!everything.includes(secret), id);
  }
});

async function readAll(dir: string): Promise<string> {
  let all = "";
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    const path = `${dir}/${name}`;
    all += isDirectory ? await readAll(path) : new TextDecoder("latin1").decode(await Deno.readFile(path));
  }
  return all;
}

Deno.test("a server that cannot be connected to fails the run before its code begins, by name, and quickly", async () => {
  const table: Record<string, ServerSpec & { readonly says: RegExp; readonly logs?: RegExp }> = {
    lost: {
      command: ["/nowhere/server"],
      says: /^Cannot start MCP server "lost": see the log of the run$/,
      logs: /warn: lost: Cannot start MCP server "lost": \/nowhere\/server: there is no such program/,
    },
    early: {
      fixture: "exits",
      args: ["before", "3", "no licence"],
      says: /^Cannot connect to MCP server "early": the server exited with code 3$/,
      logs: /early: no licence/,
    },
    mute: {
      timeout: 1_000,
      says: /^Cannot connect to MCP server "mute": no complete handshake within 1000 ms$/,
    },
    many: { fixture: "lists", args: ["257"], says: /MCP server "many".* 256/ },
    endless: { fixture: "lists", args: ["new cursors"], says: /MCP server "endless"/ },
    twice: { fixture: "lists", args: ["repeated"], says: /MCP server "twice".*"a"/ },
    old: { fixture: "odd", args: ["version"], says: /^Cannot connect to MCP server "old": .*1999-01-01/ },
    stubborn: {
      args: ["orphan"],
      says: /^Cannot connect to MCP server "stubborn": the server exited with code 1$/,
    },
  };
  for (const [id, { says, logs, ...spec }] of Object.entries(table)) {
    await using project = await makeMcpProject({ calls: {}, [id]: spec }, { main: `console.log("begun");` });
    const begun = Date.now();
    const { code, report, stderr } = await run(project);
    assertEquals([code, report.status, report.error?.code], [1, "failed", "run_failed"], id);
    assertMatch(report.error?.message ?? "", says, id);
    assertMatch(stderr, logs ?? /./, id);
    assert(!stderr.includes("begun"), id);
    assert(Date.now() - begun < 8_000, `${id} took ${Date.now() - begun} ms`);
  }
});

Deno.test("a server that is noisy, malformed or dies is a remark in the log or an error of the call, not the end of the run", async () => {
  await using project = await makeMcpProject({ noisy: {}, malformed: {}, deaths: {} }, {
    main: `
const names = ["noisy", "malformed"].map((id) => ctx.mcp(id).tools.map(({ name }) => name));
const { callTool } = ctx.mcp("deaths");
const end = (tool) => callTool(tool, { code: 3, says: "out of ink" }).then(() => "it worked", ({ code, message }) => [code, message]);
return { names, died: await end("exit"), after: await end("echo") };`,
  });
  const { output, stderr } = await run(project);
  const because = 'of MCP server "deaths": the server exited with code 3';
  assertEquals(output, {
    names: [[], ["good", "odd"]],
    died: ["server_exited", `Cannot call tool "exit" ${because}`],
    after: ["server_exited", `Cannot call tool "echo" ${because}`],
  });
  assertMatch(
    stderr,
    /warn: noisy: MCP server "noisy" writes to stdout what is no message, .*Welcome to noisy/,
  );
  assertMatch(stderr, /warn: noisy: the rest of what the server writes to stderr is left out/);
  assertMatch(stderr, /warn: malformed: .*no_schema/);
  assertMatch(stderr, /deaths: out of ink/);
  assert(stderr.length < 1_000_000);
});

Deno.test("each run has its own servers, and runs at the same time do not meet", async () => {
  await using project = await makeMcpProject({ trouble: {} }, {
    main: `
const { callTool } = ctx.mcp("trouble");
await callTool("hang", {}, AbortSignal.timeout(20)).catch(() => {});
return JSON.parse((await callTool("cancelled")).content[0].text).length;`,
  });
  await using connection = await connect(project, [...project.options, "--max-concurrency", "3"]);
  const results = await Promise.all([1, 2, 3].map(() => call(connection, "main")));
  assertEquals(results.map(({ structuredContent }) => structuredContent.output), [1, 1, 1]);
  assertEquals(connection.errors, []);
});
