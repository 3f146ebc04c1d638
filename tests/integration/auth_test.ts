import { assertEquals, assertStringIncludes } from "@std/assert";
import { dirname, join } from "@std/path";
import { startModelsServer } from "./harness/models_server.ts";
import { type CommandResult, runCommand, type RunCommandOptions } from "./harness/run_command.ts";
import { makeProject } from "./harness/temp_project.ts";
import { TerminalCommand } from "./harness/terminal_command.ts";

const KEY = "sk-Qz81-nobody-else-has-this";
const WRONG = "sk-Wx92-is-not-accepted-here";
/** The tests' own environment may name a server. */
const NO_SERVER = { WORKFLOW_SERVER_URL: "", WORKFLOW_SERVER_ADMIN_KEY: "" };

interface Place extends AsyncDisposable {
  /** The server's address. */
  readonly url: string;
  readonly root: string;
  /** Where the login is saved. */
  readonly path: string;
  /** Runs an `auth` command with a data dir of its own. */
  auth(args: readonly string[], options?: RunCommandOptions): Promise<CommandResult>;
}

async function makePlace(): Promise<Place> {
  const server = startModelsServer(KEY);
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "workflow-code-test-" }));
  return {
    url: server.url,
    root,
    path: join(root, "data", "auth", "workflow-auth.json"),
    auth: (args, { env, ...options } = {}) =>
      runCommand(["auth", ...args, "--data-dir", join(root, "data")], {
        ...options,
        env: { ...NO_SERVER, ...env },
      }),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await Deno.remove(root, { recursive: true });
    },
  };
}

/** No piece of a key may be shown, however short it was cut. */
function assertNoKey(...texts: readonly string[]): void {
  for (const text of texts) {
    for (const piece of ["Qz81", "nobody-else", "Wx92", "not-accepted"]) {
      assertEquals(text.includes(piece), false, `${piece} is shown: ${text}`);
    }
  }
}

async function mode(path: string): Promise<string> {
  return (((await Deno.stat(path)).mode ?? 0) & 0o777).toString(8);
}

Deno.test("auth login reads the key from stdin, asks the server and saves both for the owner alone", async () => {
  await using place = await makePlace();
  const { code, stdout, stderr } = await place.auth(["login", "--url", `${place.url}/`], {
    input: `${KEY}\n`,
  });
  assertEquals({ code, stdout }, { code: 0, stdout: "" });
  assertStringIncludes(stderr, `${place.url} answers: 2 models, large, small\n`);
  assertStringIncludes(stderr, `saved at ${place.path}, for you only\n`);
  assertNoKey(stderr);
  assertEquals(JSON.parse(await Deno.readTextFile(place.path)), { version: 1, url: place.url, key: KEY });
  if (Deno.build.os === "windows") return;
  assertEquals([await mode(place.path), await mode(dirname(place.path))], ["600", "700"]);
});

Deno.test("auth login asks at a terminal, and does not show the key that is typed", async () => {
  await using place = await makePlace();
  await using command = new TerminalCommand(
    ["auth", "login", "--data-dir", join(place.root, "data")],
    NO_SERVER,
  );
  await command.type(/Server, such as \S+: /, `${place.url}\n`);
  await command.type(/Key, which is not shown: /, `${KEY}\n`);
  const { code, screen } = await command.result();
  assertEquals(code, 0, screen);
  assertStringIncludes(screen, "2 models, large, small");
  assertNoKey(screen);
  assertEquals(JSON.parse(await Deno.readTextFile(place.path)).key, KEY);
});

Deno.test("auth login that a person interrupts exits with 130 and saves nothing", async () => {
  await using place = await makePlace();
  await using command = new TerminalCommand(
    ["auth", "login", "--data-dir", join(place.root, "data")],
    NO_SERVER,
  );
  await command.type(/Server, such as \S+: /, `${place.url}\n`);
  await command.type(/Key, which is not shown: /, "abc\x03");
  assertEquals((await command.result()).code, 130);
  await Deno.stat(place.path).then(() => assertEquals("saved", "not saved"), () => {});
});

const REFUSED: readonly {
  readonly what: string;
  readonly args: (url: string) => readonly string[];
  readonly input?: string;
  readonly code: number;
  readonly says: (url: string) => string;
}[] = [
  {
    what: "a key that the server does not accept",
    args: (url) => ["--url", url],
    input: WRONG,
    code: 1,
    says: (url) => `nothing is saved: ${url} does not accept the key (it answered 401)`,
  },
  {
    what: "an address where nobody answers",
    args: () => ["--url", "http://127.0.0.1:9"],
    input: KEY,
    code: 1,
    says: () => "http://127.0.0.1:9 cannot be reached: ",
  },
  {
    what: "no key",
    args: (url) => ["--url", url],
    input: "\n",
    code: 2,
    says: () => "the key is empty; --no-key is for a server that takes none",
  },
  {
    what: "a key of two lines",
    args: (url) => ["--url", url],
    input: `${KEY}\n${KEY}`,
    code: 2,
    says: () => "the key has a blank, a line break",
  },
  {
    what: "an unencrypted address of another machine",
    args: () => ["--url", "http://models.example/v1"],
    input: KEY,
    code: 2,
    says: () => "to http://models.example/v1 the key would travel unencrypted",
  },
  {
    what: "no address",
    args: () => [],
    input: KEY,
    code: 2,
    says: () => "--url <url> is missing, and there is no terminal to ask at",
  },
  {
    what: "an address with a password",
    args: () => ["--url", "https://me:Qz81@models.example"],
    input: KEY,
    code: 2,
    says: () => "the server's address: found a name or password in it",
  },
];

for (const { what, args, input, code, says } of REFUSED) {
  Deno.test(`auth login refuses ${what}, and keeps what was saved before`, async () => {
    await using place = await makePlace();
    await place.auth(["login", "--url", "https://before.example", "--no-key", "--no-check"]);
    const result = await place.auth(["login", ...args(place.url)], input === undefined ? {} : { input });
    assertEquals([result.code, result.stdout], [code, ""], result.stderr);
    assertStringIncludes(result.stderr, says(place.url));
    assertNoKey(result.stderr);
    assertEquals(JSON.parse(await Deno.readTextFile(place.path)).url, "https://before.example");
  });
}

Deno.test("auth login --insecure --no-check saves an unencrypted address, and auth status warns of it", async () => {
  await using place = await makePlace();
  const args = ["login", "--url", "http://models.example/v1", "--insecure", "--no-check"];
  assertEquals((await place.auth(args, { input: KEY })).code, 0);
  const { stdout } = await place.auth(["status", "--no-check"]);
  assertStringIncludes(stdout, "the key travels unencrypted to http://models.example/v1");
});

Deno.test("auth status says URL, source and whether the server answers, and nothing of the key", async () => {
  await using place = await makePlace();
  await place.auth(["login", "--url", place.url, "--no-check"], { input: KEY });
  const text = await place.auth(["status"]);
  assertEquals(text.code, 0);
  assertEquals(
    text.stdout,
    `server    ${place.url}
named by  the saved login at ${place.path}
key       set, and shown nowhere
answers   yes: 2 models, large, small
`,
  );
  const json = await place.auth(["status", "--json"]);
  assertEquals(JSON.parse(json.stdout), {
    server: { url: place.url, hasKey: true, source: { kind: "login", path: place.path } },
    check: { ok: true, models: ["large", "small"] },
    fault: null,
    remarks: [],
  });
  await place.auth(["login", "--url", place.url, "--no-check"], { input: WRONG });
  const refused = await place.auth(["status"]);
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stdout, `answers   no: ${place.url} does not accept the key`);
  assertNoKey(text.stdout, text.stderr, json.stdout, json.stderr, refused.stdout, refused.stderr);
});

Deno.test("auth status names whoever counts: the environment before .env before the saved login", async () => {
  await using place = await makePlace();
  await using project = await makeProject({
    "workflow.ts": "",
    ".env": `WORKFLOW_SERVER_URL=https://dotenv.example\nWORKFLOW_SERVER_ADMIN_KEY=${WRONG}\n`,
  });
  const status = async (args: readonly string[], env = {}) => {
    const { stdout } = await place.auth(["status", ...args, "--json", "--no-check"], { env });
    assertNoKey(stdout);
    const { server, remarks } = JSON.parse(stdout);
    return [server?.url, server?.source.kind, server?.hasKey, remarks];
  };
  assertEquals(await status([]), [undefined, undefined, undefined, []]);
  await place.auth(["login", "--url", "https://login.example", "--no-check"], { input: KEY });
  const lone = { WORKFLOW_SERVER_ADMIN_KEY: KEY };
  const remark =
    "WORKFLOW_SERVER_ADMIN_KEY is set in the environment without WORKFLOW_SERVER_URL, and is not used: " +
    "a key only goes to the server that is named with it";
  assertEquals(await status([], lone), ["https://login.example", "login", true, [remark]]);
  assertEquals(await status([project.dir], lone), ["https://dotenv.example", "dot_env", true, [remark]]);
  const set = { WORKFLOW_SERVER_URL: "https://set.example" };
  assertEquals(await status([project.dir], set), ["https://set.example", "environment", false, []]);
});

Deno.test({
  name: "a saved login that others can read is not used, and auth status and doctor say how to mend it",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using place = await makePlace();
    await using project = await makeProject({ "workflow.ts": "export default 1" });
    await place.auth(["login", "--url", place.url, "--no-check"], { input: KEY });
    await Deno.chmod(place.path, 0o644);
    const { code, stdout } = await place.auth(["status"]);
    assertEquals(code, 1);
    assertStringIncludes(
      stdout,
      `others on this machine may read or write it (mode 644); write \`chmod 600 ${place.path}\``,
    );
    await Deno.writeTextFile(
      join(project.dir, "workflow.ts"),
      'import { workflow } from "workflow-code";\nexport default workflow.define({ entrypoints: { main: { run: () => 1 } } });',
    );
    const doctor = await runCommand(
      ["doctor", project.dir, "--data-dir", project.dataDir, "--auth-dir", dirname(place.path)],
      { env: NO_SERVER },
    );
    assertStringIncludes(doctor.stdout, `models       Cannot use the saved login at ${place.path}: others`);
    assertNoKey(stdout, doctor.stdout, doctor.stderr);
  },
});

Deno.test("auth logout removes the saved login, and has nothing against there being none", async () => {
  await using place = await makePlace();
  await place.auth(["login", "--url", place.url, "--no-check"], { input: KEY });
  assertEquals((await place.auth(["logout"])).code, 0);
  assertEquals(Array.from(Deno.readDirSync(dirname(place.path))), []);
  const again = await place.auth(["logout"]);
  assertEquals(again.code, 0);
  assertStringIncludes(again.stderr, `there is no saved login at ${place.path}`);
});

Deno.test("workflow-code auth without what to do is wrong usage, and says what there is", async () => {
  const { code, stderr } = await runCommand(["auth"]);
  assertEquals(code, 2);
  assertStringIncludes(stderr, "the commands are auth login, auth status, auth logout");
  assertStringIncludes(
    (await runCommand(["auth", "--help"])).stdout,
    "  auth login   Save where agents reach models",
  );
});
