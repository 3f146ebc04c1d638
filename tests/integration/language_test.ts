import { assertEquals } from "@std/assert";
import { join, toFileUrl } from "@std/path";
import { runJson } from "./harness/project_command.ts";
import { makeProject, openSample } from "./harness/temp_project.ts";

const project = await openSample("language");
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

let running: Promise<Record<string, unknown>> | undefined;

/** What the sample's one run returned. */
function output(): Promise<Record<string, unknown>> {
  running ??= runJson(project, ["main"]).then(({ report, stderr }) => {
    assertEquals(report.status, "success", stderr);
    return report.result.data.output as Record<string, unknown>;
  });
  return running;
}

Deno.test("a nested file keeps its own place in every way of asking for it", async () => {
  const file = join(project.dir, "src", "deep", "place.ts");
  const dir = join(project.dir, "src", "deep");
  assertEquals((await output()).place, {
    url: toFileUrl(file).href,
    dirname: dir,
    filename: file,
    __dirname: dir,
    __filename: file,
  });
});

Deno.test("JSON is imported with and without attributes, text with them", async () => {
  const { prices, same, note } = await output();
  assertEquals({ prices, same, note }, {
    prices: { tea: 2.5, 抹茶: 4 },
    same: true,
    note: "Two lines,\nas they are.\n",
  });
});

Deno.test(".js, .tsx and .cjs files are imported by .mts, and import() waits until it is reached", async () => {
  const { plain, generic, old, later, loaded } = await output();
  assertEquals({ plain, generic, old, later, loaded }, {
    plain: "plain JavaScript",
    generic: [1],
    old: { file: "old.cjs", prices: 2 },
    later: "imported when it was needed",
    loaded: [[], ["later"]],
  });
});

Deno.test("imports may leave out endings, name a folder, or say .js for a .ts file", async () => {
  const { folder, generic } = await output();
  assertEquals({ folder, generic }, { folder: "found by its folder", generic: [1] });
});

Deno.test("the main module may await at its top level", async () => {
  assertEquals((await output()).awaited, "before the definition");
});

Deno.test("Node's modules and globals work with node: and bare, events among them", async () => {
  const { heard, read, buffer, platform, globals } = await output();
  assertEquals({ heard, read, buffer, platform, globals }, {
    heard: ["heard"],
    read: "Two lines,\nas they are.\n",
    buffer: "c3a9",
    platform: true,
    globals: ["object", "function", "function", "object", "function"],
  });
});

Deno.test("relative paths are meant from the project folder, wherever the command is started", async () => {
  assertEquals((await output()).relative, [project.dir, "Two lines,\nas they are.\n", "accessible"]);
});

Deno.test("enums, decorators, accessors, using and parameter properties work", async () => {
  assertEquals((await output()).syntax, {
    size: "l",
    level: "Higher",
    disposed: ["second later", "first"],
    greeting: "Hello everyone!",
    made: ["static block"],
    grouped: { odd: [1, 3], even: [2] },
  });
});

const ESM = `import { workflow } from "workflow-code";
export default workflow.define({ entrypoints: { main: { run: () => "ran" } } });
`;
const COMMON_JS = `const { workflow } = require("workflow-code");
module.exports = workflow.define({ entrypoints: { main: { run: () => "ran" } } });
`;

for (const main of ["workflow.js", "workflow.tsx", "workflow.mjs", "workflow.cjs"]) {
  Deno.test(`${main} can be the main module`, async () => {
    const text = main.endsWith(".cjs") ? COMMON_JS : ESM;
    // The name without `main` in the manifest is one of the two that are looked for.
    await using other = await makeProject({ [main]: text }, main === "workflow.js" ? {} : { main });
    const { report, stderr } = await runJson(other, ["main"]);
    assertEquals(report.result.data.output, "ran", stderr);
  });
}
