// What a start with related projects refuses, and what doctor says of them.
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import type { Finding } from "../../src/cli/doctor/finding.ts";
import { runJson, structure } from "./harness/project_command.ts";
import { RawServer } from "./harness/raw_server.ts";
import { makePair, OTHER_ID, type RelatedPair } from "./harness/related_projects.ts";
import { type CommandResult, runCommand } from "./harness/run_command.ts";
import { PROJECT_ID } from "./harness/temp_project.ts";

const MAIN = `main: { run: (ctx) => ctx.related("other").run("works").catch((error) => error.message) }`;
const OTHER = `works: { run: () => "works" }`;

function json({ main }: RelatedPair, args: readonly string[]): Promise<CommandResult> {
  return runCommand(["json", main.dir, "--data-dir", main.dataDir, ...args, "main"]);
}

async function examine(
  { main }: RelatedPair,
  args: readonly string[],
): Promise<{ code: number; relations: (string | undefined)[][] }> {
  const { code, stdout } = await runCommand([
    "doctor",
    main.dir,
    "--json",
    "--data-dir",
    main.dataDir,
    ...args,
  ]);
  const findings: Finding[] = JSON.parse(stdout).findings;
  const about = findings.filter(({ area, message }) => area === "relations" || message.includes("elated"));
  return { code, relations: about.map(({ level, message, mend }) => [level, message, mend]) };
}

Deno.test("an alias that nobody bound: the project starts, and calling it says which option to give", async () => {
  await using pair = await makePair(MAIN, { other: OTHER });
  const { code, report } = await runJson(pair.main, ["main"]);
  assertEquals([code, report.result.data.output], [
    0,
    'Cannot run "works" of related project "other": it is not bound; start with --related-project ' +
    "other=<absolute-project-dir>, or in Desktop relate the two in the Settings tab of the project",
  ]);
  const { code: found, relations } = await examine(pair, []);
  assertEquals([found, relations], [0, [[
    "note",
    `relates to other (${OTHER_ID}), which is not bound: ctx.related("other") fails`,
    "start with --related-project other=<absolute-project-dir>, also doctor",
  ]]]);
});

Deno.test("an alias that the manifest does not have is told with the nearest, at the start and when it is called", async () => {
  await using pair = await makePair(
    `main: { run: (ctx) => ctx.related("othr").run("works").catch((error) => error.message) }`,
    { other: OTHER },
  );
  const { code, stderr } = await json(pair, ["--related-project", `othr=${pair.otherDir}`]);
  assertEquals([code, stderr], [
    2,
    `workflow-code: Cannot bind related project "othr" to ${pair.otherDir}: the manifest of test-project has no ` +
    `relation "othr"; did you mean "other"?\n`,
  ]);
  const { report } = await runJson(pair.main, [...pair.bind, "main"]);
  assertEquals(
    report.result.data.output,
    'Cannot run "works" of related project "othr": the manifest of test-project has no relation "othr"; did you mean "other"?',
  );
});

Deno.test("a relation that the other manifest does not have refuses every command, tools/list over MCP", async () => {
  await using pair = await makePair(MAIN, { other: OTHER, manifests: { other: { related: {} } } });
  const message = `Cannot bind related project "other" to ${pair.otherDir}: ${
    join(pair.otherDir, "package.json")
  } has no relation back: expected in it "workflow": { "related": { "<alias>": { "id": "${PROJECT_ID}" } } }`;
  const { code, stdout, stderr } = await json(pair, pair.bind);
  assertEquals([code, stdout, stderr], [1, "", `workflow-code: ${message}\n`]);
  assertEquals((await structure(pair.main, pair.bind)).code, 1);

  await using server = new RawServer(["mcp", pair.main.dir, "--data-dir", pair.main.dataDir, ...pair.bind]);
  const { result } = await server.initialize();
  assertEquals(result.serverInfo.name, `workflow-${PROJECT_ID}`);
  const { error } = await server.request("tools/list");
  assertEquals(error?.code, -32603);
  await server.closeInput();
  assertEquals((await server.status).code, 1);
  assertStringIncludes(await server.wholeStderr, `workflow-code: ${message}\n`);

  const { code: found, relations } = await examine(pair, pair.bind);
  assertEquals([found, relations], [1, [["broken", message, undefined]]]);
});

Deno.test("another project in the folder is refused with both ids", async () => {
  await using pair = await makePair(MAIN, { other: OTHER });
  const manifest = join(pair.main.dir, "package.json");
  const text = await Deno.readTextFile(manifest);
  const id = OTHER_ID.replaceAll("2", "3");
  await Deno.writeTextFile(manifest, text.replaceAll(OTHER_ID, id));
  const { code, stderr } = await json(pair, pair.bind);
  assertEquals([code, stderr], [
    1,
    `workflow-code: Cannot bind related project "other" to ${pair.otherDir}: workflow.related.other.id in ${manifest} ` +
    `is ${id}, and the project there has the id ${OTHER_ID}\n`,
  ]);
});

Deno.test("what the related project asks and nobody grants refuses the start by name; doctor says what to give", async () => {
  await using pair = await makePair(MAIN, {
    other: OTHER,
    manifests: { main: { inheritEnvironment: ["FOR_MAIN"] }, other: { inheritEnvironment: ["FOR_OTHER"] } },
  });
  const env = { FOR_MAIN: "1", FOR_OTHER: "2" };
  const grant = ["--allow-inherit-env", "FOR_MAIN"];
  const { code, stderr } = await runCommand(
    ["json", pair.main.dir, "--data-dir", pair.main.dataDir, ...pair.bind, ...grant, "main"],
    { env },
  );
  assertEquals(code, 1);
  assertStringIncludes(
    stderr,
    'workflow-code: Related project "other": Cannot open project: its manifest asks for what it does not get\n' +
      "  workflow.inheritEnvironment[0] asks for the environment variable FOR_OTHER, which was not granted\n" +
      "To grant it, start with --allow-inherit-env FOR_OTHER\n",
  );
  const { relations: [[level, message = ""] = []] } = await examine(pair, [...pair.bind]);
  assertEquals(level, "warning");
  assertStringIncludes(message, "--allow-inherit-env FOR_OTHER");
});

Deno.test("structure takes the option, and doctor says that the relation fits and what the project gets", async () => {
  await using pair = await makePair(MAIN, {
    other: OTHER,
    manifests: { other: { permissions: { net: ["example.com"] } } },
  });
  const { code, stderr } = await structure(pair.main, pair.bind);
  assertEquals([code, stderr], [
    0,
    'workflow-code: related project "other" is the-other 2.0.0 in <root>/other\n' +
    'workflow-code: related project "other" may reach example.com\n',
  ]);
  const { code: found, relations } = await examine(pair, pair.bind);
  assertEquals([found, relations], [0, [
    ["ok", `other is the-other 2.0.0 in ${pair.otherDir}, and both manifests have the relation`, undefined],
    ["ok", "the related project other may reach example.com", undefined],
  ]]);
});

Deno.test("a related project that does not bundle fails the run that calls it, with file and line", async () => {
  await using pair = await makePair(MAIN, { other: OTHER });
  const path = join(pair.otherDir, "workflow.ts");
  await Deno.writeTextFile(path, "export default 1;\nexport {");
  const { report } = await runJson(pair.main, [...pair.bind, "main"]);
  assertStringIncludes(String(report.result.data.output), 'Related project "other": ');
  assertStringIncludes(String(report.result.data.output), "workflow.ts:2:");
});

Deno.test("install writes the binding into the definition, and says what the related project is", async () => {
  await using pair = await makePair(MAIN, { other: OTHER });
  const home = join(pair.main.root, "home");
  await Deno.mkdir(join(home, ".cursor"), { recursive: true });
  const install = (bind: readonly string[]) =>
    runCommand(["install", "cursor", pair.main.dir, "--data-dir", pair.main.dataDir, ...bind], {
      env: { HOME: home },
    });
  const { code, stdout } = await install(pair.bind);
  assertEquals(code, 0);
  assertStringIncludes(stdout, `The related project "other" is the-other 2.0.0 in ${pair.otherDir}\n`);
  const config = JSON.parse(await Deno.readTextFile(join(home, ".cursor", "mcp.json")));
  assertEquals(config.mcpServers[`workflow-${PROJECT_ID}`].args.slice(-2), pair.bind);
  assertEquals((await install(["--related-project", `other=${pair.main.dir}`])).code, 1);
});

const WRONG: readonly [value: string, says: string][] = [
  ["other", "--related-project must be <alias>=<absolute-project-dir>"],
  ["other=./other", '--related-project needs an absolute path for "other", found "./other"'],
  ["other=~/other", '--related-project needs an absolute path for "other", found "~/other"'],
];

for (const [value, says] of WRONG) {
  for (const command of ["mcp", "json", "run", "structure", "resume"]) {
    Deno.test(`${command} refuses --related-project ${value}`, async () => {
      const { code, stderr } = await runCommand([command, "--related-project", value, "/nowhere", "main"]);
      assertEquals(code, 2);
      assertStringIncludes(stderr, says);
    });
  }
}
