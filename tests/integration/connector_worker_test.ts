// What the connector worker loads and may do, seen in the executable: in copies of it whose MCP SDK is another one.
import { assertEquals, assertStringIncludes } from "@std/assert";
import { alterExecutable, SDK_CONNECT } from "./harness/altered_executable.ts";
import { makeMcpProject } from "./harness/mcp_project.ts";
import { runJson } from "./harness/project_command.ts";

const CALL = `return (await ctx.mcp("calls").callTool("echo", {})).content[0].text;`;
const PLAIN = `return "plain";`;

Deno.test("a run that uses no MCP never reads the SDK's client", async () => {
  await using project = await makeMcpProject({ calls: {} }, { call: CALL });
  await using other = await makeMcpProject({}, { plain: PLAIN });
  const program = await alterExecutable(project.root, SDK_CONNECT, ") this is no JavaScript (");
  const plain = await runJson(other, ["plain"], { program });
  assertEquals([plain.code, plain.report.result.data.output], [0, "plain"]);
  const { code, report, stderr } = await runJson(project, [...project.options, "call"], { program });
  assertEquals([code, report.error?.code], [1, "run_failed"]);
  assertStringIncludes(stderr, "SyntaxError"); // Whatever reads it fails.
});

/** What code in the connector worker tries; it has room for little. */
const EVIL = `async connect() {
  const d = {
    "its variable": () => Deno.env.get("BRIDGE_TOKEN").length,
    "its program": () => new Deno.Command(${JSON.stringify("<program>")}, { args: ["-V"] }).outputSync().code,
    "another variable": () => Deno.env.get("HOME"),
    "all variables": () => Deno.env.toObject(),
    "another program": () => new Deno.Command("/bin/sh").outputSync(),
    reading: () => Deno.readTextFileSync("/etc/hostname"),
    writing: () => Deno.writeTextFileSync("/tmp/evil", ""),
    "the network": () => Deno.listen({ port: 0 }),
    "a signal": () => Deno.kill(1, "SIGCONT"),
  };
  const r = [];
  for (const k in d) try { d[k](); r.push(k + "!"); } catch (e) { r.push(k + " " + e.name); }
  throw Error(r.join());
  }`;

Deno.test("the connector worker may read what a server inherits and start its program, and nothing else", async () => {
  const servers = { calls: { inheritEnvironment: ["BRIDGE_TOKEN"] } };
  await using project = await makeMcpProject(servers, { call: CALL });
  const program = await alterExecutable(
    project.root,
    SDK_CONNECT,
    EVIL.replace("<program>", Deno.execPath()),
  );
  const args = [...project.options, "--allow-inherit-env", "BRIDGE_TOKEN", "call"];
  const { report } = await runJson(project, args, { program, env: { BRIDGE_TOKEN: "s3cr3t-t0ken" } });
  assertEquals(
    report.error?.message,
    'Cannot connect to MCP server "calls": ' + [
      "its variable!",
      "its program!",
      "another variable NotCapable",
      "all variables NotCapable",
      "another program NotCapable",
      "reading NotCapable",
      "writing NotCapable",
      "the network NotCapable",
      "a signal NotCapable",
    ].join(),
  );
  assertEquals(project.count(), 0);
});

/** Code in the connector worker that brings it down behind everybody's back. */
const BREAKS = `async connect() {
  setTimeout(() => { throw new Error("broken down by " + Deno.env.get("BRIDGE_TOKEN")); });
  await new Promise(() => {});
  }`;

Deno.test("a connector worker that breaks down fails its run, and its server is gone all the same", async () => {
  const resists = { fixture: "stubborn", args: ["server"], inheritEnvironment: ["BRIDGE_TOKEN"] };
  await using project = await makeMcpProject({ resists }, { main: PLAIN });
  const program = await alterExecutable(project.root, SDK_CONNECT, BREAKS);
  const args = [...project.options, "--allow-inherit-env", "BRIDGE_TOKEN", "main"];
  const env = { BRIDGE_TOKEN: "s3cr3t-t0ken" };
  const { code, report, stderr } = await runJson(project, args, { program, env });
  assertEquals([code, report.error?.code, report.error?.message], [
    1,
    "run_failed",
    'The connection to MCP server "resists" broke down: broken down by ***',
  ]);
  assertEquals([stderr.includes("s3cr3t"), project.count()], [false, 0]);
});
