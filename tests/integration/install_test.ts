import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { dirname, join } from "@std/path";
import { CLIENT_NAMES, type ClientName, CLIENTS } from "../../src/cli/install/client.ts";
import { executable } from "./harness/executable.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeProject, PROJECT_ID, type TempProject } from "./harness/temp_project.ts";

const KEY = `workflow-${PROJECT_ID}`;

/** A project, and a home folder in which every client has been used. */
async function prepare(manifest: Record<string, unknown> = {}): Promise<Prepared> {
  const project = await makeProject({ "workflow.ts": "export default 1;" }, manifest);
  const home = join(project.root, "home");
  const env = {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, "AppData"),
    XDG_CONFIG_HOME: "",
    CODEX_HOME: "",
    CLAUDE_CONFIG_DIR: "",
  };
  const place = { env, platform: Deno.build.os };
  for (const name of CLIENT_NAMES) {
    const [sign = home] = CLIENTS[name].signs(place).slice(-1);
    await Deno.mkdir(sign, { recursive: true });
  }
  return {
    ...project,
    home,
    fileOf: (client) => CLIENTS[client].userFile(place),
    install: (args) => runCommand(["install", ...args], { env }),
    uninstall: (args) => runCommand(["uninstall", ...args], { env }),
  };
}

interface Prepared extends TempProject {
  readonly home: string;
  /** A client's configuration in that home folder. */
  readonly fileOf: (client: ClientName) => string;
  readonly install: (args: readonly string[]) => ReturnType<typeof runCommand>;
  readonly uninstall: (args: readonly string[]) => ReturnType<typeof runCommand>;
}

/** A path as JSON and TOML have it between quotes. */
function quoted(path: string): string {
  return JSON.stringify(path).slice(1, -1);
}

/** Windows has none. */
async function modeOf(path: string): Promise<number | undefined> {
  const { mode } = await Deno.stat(path);
  return mode === null || Deno.build.os === "windows" ? undefined : mode & 0o777;
}

const FILES: readonly [client: ClientName, text: string, own: string][] = [
  [
    "claude-desktop",
    `{\n  "mcpServers": {\n    "a": { "command": "b" }\n  }\n}\n`,
    `"${KEY}": {\n      "command": "<exe>",\n      "args": [\n        "mcp",\n        "<dir>"\n      ]\n    }`,
  ],
  [
    "claude-code",
    `{"numStartups":7,"mcpServers":{"a":{"command":"b"}},"oauthAccount":{}}`,
    `, "${KEY}": {"type":"stdio","command":"<exe>","args":["mcp","<dir>"]}}`,
  ],
  [
    "cursor",
    `{\n\t"mcpServers": {\n\t\t"a": {} // mine\n\t}\n}`,
    `"a": {}, // mine\n\t\t"${KEY}": {\n\t\t\t"command": "<exe>",`,
  ],
  [
    "vscode",
    `{\n  // my servers\n  "servers": {\n    "a": {},\n  },\n  "inputs": []\n}\n`,
    `"${KEY}": {\n      "type": "stdio",\n      "command": "<exe>",`,
  ],
  [
    "codex",
    `# mine\nmodel = "m"\n\n[mcp_servers.a]\ncommand = "b"\n`,
    `\n[mcp_servers.${KEY}]\ncommand = "<exe>"\nargs = [ "mcp", "<dir>" ]\n`,
  ],
];

for (const [client, before, own] of FILES) {
  Deno.test(`install ${client} adds the server once, keeps the rest and a copy; uninstall takes it back`, async () => {
    await using prepared = await prepare();
    const { fileOf, dir, install, uninstall } = prepared;
    const file = fileOf(client);
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeTextFile(file, before, { mode: 0o640 });

    const shown = await install([client, dir, "--dry-run"]);
    assertEquals([shown.code, await Deno.readTextFile(file)], [0, before]);
    assertMatch(shown.stdout, /^--- .*\n\+\+\+ .*\n@@ /);

    const first = await install([client, dir]);
    assertEquals([first.code, first.stderr], [0, ""]);
    const after = await Deno.readTextFile(file);
    assertStringIncludes(after, own.replace("<exe>", quoted(executable())).replace("<dir>", quoted(dir)));
    assertEquals(await modeOf(file), Deno.build.os === "windows" ? undefined : 0o640);
    const [, backup = ""] = /is in (.*)\n/.exec(first.stdout) ?? [];
    assertEquals([dirname(backup), await Deno.readTextFile(backup)], [dirname(file), before]);

    const count = [...Deno.readDirSync(dirname(file))].length;
    const again = await install([client, dir]);
    assertStringIncludes(again.stdout, `has ${KEY} already`);
    assertEquals([await Deno.readTextFile(file), [...Deno.readDirSync(dirname(file))].length], [
      after,
      count,
    ]);

    assertEquals((await uninstall([client, dir])).code, 0);
    assertEquals(await Deno.readTextFile(file), before);
    assertStringIncludes((await uninstall([client, dir])).stdout, `has no ${KEY}`);
  });

  Deno.test(`install ${client} makes the file where the client has none yet, for its owner alone`, async () => {
    await using prepared = await prepare();
    const { code, stdout } = await prepared.install([client, prepared.dir]);
    assertEquals(code, 0);
    assertStringIncludes(stdout, ", a new file\n");
    assertEquals(await modeOf(prepared.fileOf(client)), Deno.build.os === "windows" ? undefined : 0o600);
  });

  Deno.test(`install ${client} makes nothing where the client was never used, and says what to write where`, async () => {
    await using prepared = await prepare();
    await Deno.remove(prepared.home, { recursive: true });
    const { code, stderr } = await prepared.install([client, prepared.dir]);
    assertEquals(code, 1);
    assertStringIncludes(stderr, "it seems never to have been started here");
    assertStringIncludes(stderr, quoted(executable()));
    assertEquals(await Deno.stat(prepared.home).catch(() => "none"), "none");
  });
}

Deno.test("install hands on what the project needs, and says what it may do", async () => {
  await using prepared = await prepare({ workflow: { inheritEnvironment: ["TOKEN_X"] } });
  const { dir, dataDir, fileOf, install } = prepared;
  const refused = await install(["codex", dir]);
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "start with --allow-inherit-env TOKEN_X");
  const { code, stdout } = await install([
    "codex",
    dir,
    "--allow-inherit-env=TOKEN_X",
    "--data-dir",
    dataDir,
  ]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "The project gets from the environment TOKEN_X\n");
  assertStringIncludes(stdout, "TOKEN_X has to be set where Codex is started\n");
  const text = await Deno.readTextFile(fileOf("codex"));
  assertStringIncludes(text, `"--data-dir", "${quoted(dataDir)}", "--allow-inherit-env", "TOKEN_X" ]\n`);
  assertStringIncludes(text, `env_vars = [ "TOKEN_X" ]\n`);
});

Deno.test("install --in writes a folder's own configuration, --name gives a shorter name", async () => {
  await using prepared = await prepare();
  const { root, dir, install, uninstall } = prepared;
  const args = ["vscode", dir, "--in", root, "--name", "triage"];
  assertEquals((await install(args)).code, 0);
  const file = join(root, ".vscode", "mcp.json");
  const { servers } = JSON.parse(await Deno.readTextFile(file));
  assertEquals(servers, { triage: { type: "stdio", command: executable(), args: ["mcp", dir] } });
  await Deno.remove(dir, { recursive: true });
  assertEquals((await uninstall(args)).code, 0);
  assertEquals(JSON.parse(await Deno.readTextFile(file)), { servers: {} });
});

Deno.test("install writes to the file that a link leads to, and leaves the link", async () => {
  await using prepared = await prepare();
  const { root, fileOf, dir, install } = prepared;
  const real = join(root, "dotfiles.json");
  await Deno.writeTextFile(real, "{}");
  await Deno.symlink(real, fileOf("cursor"));
  assertEquals((await install(["cursor", dir])).code, 0);
  assert((await Deno.lstat(fileOf("cursor"))).isSymlink);
  assertStringIncludes(await Deno.readTextFile(real), KEY);
});

Deno.test("install changes nothing in a file that is no JSON, and says where it is wrong", async () => {
  await using prepared = await prepare();
  const file = prepared.fileOf("cursor");
  await Deno.writeTextFile(file, "{\n  oops\n}");
  const { code, stderr } = await prepared.install(["cursor", prepared.dir]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, `Cannot change ${file}: it is no JSON: InvalidSymbol at line 2, column 3`);
  assertEquals(await Deno.readTextFile(file), "{\n  oops\n}");
});

const WRONG: readonly [args: readonly string[], says: string][] = [
  [["claude-dekstop", "."], "did you mean claude-desktop?"],
  [["claude-desktop", ".", "--in", "."], "Claude Desktop has no configuration of a folder"],
  [["cursor", ".", "--in", "/nowhere"], "--in names a folder; there is no /nowhere"],
  [["cursor", ".", "--name", "a b"], '--name must be 1 to 64 letters, digits, _ or -, found "a b"'],
  [["cursor"], "Missing <workflow-dir>"],
];

for (const [args, says] of WRONG) {
  Deno.test(`install ${args.join(" ")} is wrong usage`, async () => {
    await using prepared = await prepare();
    const { code, stderr } = await prepared.install(args.map((arg) => arg === "." ? prepared.dir : arg));
    assertEquals(code, 2);
    assertStringIncludes(stderr, says);
  });
}
