import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { ModelServer } from "../fixtures/model_server.ts";
import { TempDesktop } from "./harness/desktop.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeMain } from "./harness/temp_project.ts";

const KEY = "sk-Qz81-nobody-else-has-this";
const AGENT = 'return (await ctx.agent({ prompt: "Greet Ada" })).text;';

/** Saves where agents reach models, and the key for it, as the person whose Desktop it is. */
async function logIn(desktop: TempDesktop, { url }: ModelServer): Promise<string> {
  const env = { ...desktop.env, WORKFLOW_SERVER_URL: "", WORKFLOW_SERVER_ADMIN_KEY: "" };
  const { code, stderr } = await runCommand(["auth", "login", "--url", url], { env, input: KEY });
  assertEquals(code, 0, stderr);
  return join(desktop.home, ".workflow-code", "auth", "workflow-auth.json");
}

Deno.test("agents of the launcher use the login that the person has saved, whatever Desktop the project is in", async () => {
  await using server = new ModelServer(() => ({ text: "Hello, Ada" }), { key: KEY });
  await using project = await makeMain(AGENT);
  const desktop = new TempDesktop(project);
  await logIn(desktop, server);
  const id = await desktop.add(project.dir);
  const inProfile = await desktop.add(project.dir, "--profile", "work");
  for (const [one, args] of [[id, []], [inProfile, ["--profile", "work"]]] as const) {
    await using client = await desktop.connect(await desktop.definition(one, ...args));
    const { structuredContent } = await client.call("main");
    assertEquals([structuredContent.status, structuredContent.output], ["success", "Hello, Ada"]);
  }
  assertEquals(server.chats.map(({ authorization }) => authorization), [`Bearer ${KEY}`, `Bearer ${KEY}`]);
});

Deno.test("a saved key is in no definition, log or record, also where the server tells it", async () => {
  await using server = new ModelServer(
    () => ({ status: 400, body: JSON.stringify({ error: { message: `Bad request with ${KEY}` } }) }),
    { key: KEY },
  );
  await using project = await makeMain(AGENT);
  const desktop = new TempDesktop(project);
  const saved = await logIn(desktop, server);
  const id = await desktop.add(project.dir);
  const definition = await desktop.definition(id);
  const printed: string[] = [JSON.stringify(definition)];
  {
    await using client = await desktop.connect(definition);
    const result = await client.call("main");
    assertEquals(result.structuredContent.status, "failed");
    printed.push(JSON.stringify(result), client.stderr());
  }
  const { report } = await desktop.until("it has ended", ({ status }) => status === "failed");
  assertStringIncludes(report?.error?.message ?? "", "Bad request");
  for (const text of printed) assert(!text.includes(KEY), text);
  const holders = [...listFiles(desktop.home)].filter((path) => holds(path, KEY));
  assertEquals(holders, [saved]);
});

function* listFiles(dir: string): Generator<string> {
  for (const { name, isDirectory, isFile } of Deno.readDirSync(dir)) {
    if (isDirectory) yield* listFiles(join(dir, name));
    else if (isFile) yield join(dir, name);
  }
}

function holds(path: string, text: string): boolean {
  return new TextDecoder("latin1").decode(Deno.readFileSync(path)).includes(text);
}
