// What is said at the start about the MCP servers that a project asks for, and what is refused.
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { connect } from "./harness/connect.ts";
import { makeMcpProject } from "./harness/mcp_project.ts";
import { runJson, structure } from "./harness/project_command.ts";
import { runCommand } from "./harness/run_command.ts";

const BODIES = { main: `return ctx.mcp("calls").tools.length;`, plain: "return 1;" };

Deno.test("a project that names a server which nobody defined is refused, with what to give", async () => {
  await using project = await makeMcpProject({ calls: {} }, BODIES);
  const { code, stderr } = await structure(project);
  assertEquals([code, stderr.split("\n")], [1, [
    "workflow-code: Cannot open project: its manifest asks for what it does not get",
    '  workflow.mcpServers[0] asks for the MCP server "calls", which was not granted',
    'To grant it, start with --mcp-servers FILE, a list such as [{ "id": "calls", "command": ["/absolute/program"] }]',
    "",
  ]]);
  const file = join(project.root, "others.json");
  await Deno.writeTextFile(file, `{ "servers": [{ "id": "files", "command": ["/opt/files"] }] }`);
  const other = await structure(project, ["--mcp-servers", file]);
  assertEquals(other.code, 1);
  assertStringIncludes(
    other.stderr,
    'start with a definition with the id "calls" in <root>/others.json, which defines "files"',
  );
});

Deno.test("a variable that a server inherits needs --allow-inherit-env, and to be set", async () => {
  await using project = await makeMcpProject({ calls: { inheritEnvironment: ["BRIDGE_TOKEN"] } }, BODIES);
  const refused = await structure(project, project.options);
  assertEquals(refused.code, 1);
  assertStringIncludes(
    refused.stderr,
    "asks for the MCP server calls, which inherits the environment variable BRIDGE_TOKEN: it was not granted\n" +
      "To grant it, start with --allow-inherit-env BRIDGE_TOKEN\n",
  );
  const options = [...project.options, "--allow-inherit-env", "BRIDGE_TOKEN"];
  const unset = await structure(project, options);
  assertEquals(unset.code, 1);
  assertStringIncludes(unset.stderr, "BRIDGE_TOKEN: it was granted but not set\n");
  const granted = await structure(project, options, { env: { BRIDGE_TOKEN: "s3cr3t-t0ken" } });
  assertEquals([granted.code, granted.stderr], [
    0,
    `workflow-code: the project may call the MCP server calls (${Deno.execPath()} …, which gets BRIDGE_TOKEN)\n`,
  ]);
});

Deno.test("a definition that the project does not ask for is checked, but not started nor asked for variables", async () => {
  await using project = await makeMcpProject({ calls: {} }, BODIES);
  const file = join(project.root, "servers.json");
  const definitions = JSON.parse(await Deno.readTextFile(file));
  const other = {
    id: "other",
    command: [...definitions[0].command, "other-mark"],
    inheritEnvironment: ["NOWHERE"],
  };
  await Deno.writeTextFile(file, JSON.stringify([other, ...definitions]));
  const { code, report, stderr } = await runJson(project, [...project.options, "main"]);
  assertEquals([code, report.result.data.output], [0, 7]);
  assertEquals(stderr.includes("other"), false);
});

Deno.test("what is wrong in the file is said with file, line and path", async () => {
  await using project = await makeMcpProject({ calls: {} }, BODIES);
  const file = join(project.root, "servers.json");
  const table: Record<string, readonly [text: string, says: string]> = {
    "no JSON": ['[\n  { "id": "calls", }\n]', `${file}:2:20: no JSON: `],
    "a client's configuration": [
      '{ "mcpServers": {} }',
      `${file}: found the configuration of an MCP client, expected a list of definitions: [{ "id": "files"`,
    ],
    "a relative program": [
      '[\n  {\n    "id": "calls",\n    "command": ["node"]\n  }\n]',
      `${file}:4:17: servers[0].command[0]: expected an absolute path such as`,
    ],
    "a credential": [
      '{ "servers": [\n  { "id": "calls", "command": ["/a"],\n    "environment": { "API_KEY": "s3cr3t-t0ken" } }] }',
      `${file}:3:22: servers[0].environment.API_KEY: API_KEY looks like a credential`,
    ],
    "several faults": [
      '[{ "id": "calls", "command": [] },\n { "id": "calls", "comand": ["/a"] }]',
      `\n  ${file}:1:19: servers[0].command: expected a program, found an empty list\n  ${file}:2:19: servers[1].comand: unknown key; did you mean "command"?`,
    ],
  };
  for (const [name, [text, says]] of Object.entries(table)) {
    await Deno.writeTextFile(file, text);
    const { code, stderr } = await runCommand(["structure", project.dir, ...project.options]);
    assertEquals(code, 2, `${name}: ${stderr}`);
    assertStringIncludes(stderr, says, name);
    assertEquals(stderr.includes("s3cr3t"), false);
  }
  await Deno.remove(file);
  const { code, stderr } = await runCommand(["structure", project.dir, ...project.options]);
  assertEquals([code, stderr], [2, `workflow-code: Cannot use --mcp-servers: there is no ${file}\n`]);
  const relative = await runCommand(["structure", project.dir, "--mcp-servers", "servers.json"]);
  assertEquals(relative.code, 2);
  assertStringIncludes(relative.stderr, "--mcp-servers must be an absolute path");
});

Deno.test("a server of a project that lacks one answers the first request, and says why it has no tools", async () => {
  await using project = await makeMcpProject({ calls: {} }, BODIES);
  await using connection = await connect(project); // It initializes.
  const error = await connection.client.listTools().then(() => undefined, (error: Error) => error);
  assertStringIncludes(error?.message ?? "", 'asks for the MCP server "calls"');
});

Deno.test("install writes the file's option into the definition, and says what the project may call", async () => {
  await using project = await makeMcpProject({ calls: { inheritEnvironment: ["BRIDGE_TOKEN"] } }, BODIES);
  const options = [...project.options, "--allow-inherit-env", "BRIDGE_TOKEN"];
  const { code, stdout, stderr } = await runCommand(
    ["install", "cursor", project.dir, "--in", project.root, ...options],
  );
  assertEquals(code, 0, stderr);
  assertMatch(stdout, /The project may call the MCP server calls \(\S+ …, which gets BRIDGE_TOKEN\)/);
  const written = await Deno.readTextFile(join(project.root, ".cursor", "mcp.json"));
  const [entry] = Object.values<{ args: string[] }>(JSON.parse(written).mcpServers);
  assertEquals(entry?.args.slice(2), ["--allow-inherit-env", "BRIDGE_TOKEN", ...project.options]);
});

Deno.test("doctor says what a project may call, and which program is not there", async () => {
  await using project = await makeMcpProject({ calls: {}, lost: { command: ["/nowhere/server"] } }, BODIES);
  const { stdout } = await runCommand([
    "doctor",
    project.dir,
    ...project.options,
    "--data-dir",
    project.dataDir,
  ]);
  assertMatch(stdout, /the project may call the MCP server calls/);
  assertMatch(stdout, /the program of the MCP server lost, \/nowhere\/server, is not there/);
  const ungranted = await runCommand(["doctor", project.dir, "--data-dir", project.dataDir]);
  assertEquals(ungranted.code, 0, ungranted.stdout);
  assertStringIncludes(ungranted.stdout, 'asks for the MCP server "calls", which was not granted');
});
