import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { runJson } from "./harness/project_command.ts";
import { makeMain, makeProject } from "./harness/temp_project.ts";

/** Everything that a URL, a pattern or a shell could take for something else. */
const AWKWARD = Deno.build.os === "windows"
  ? "Größe #1 %20 [x]{y} & 'co'"
  : `Größe #1 %20 [x]{y} & 'co' "q" ?*`;

const SOURCE = `import { workflow } from "workflow-code";
import { fileURLToPath } from "node:url";
import { fail } from "./Größe [x] & 'co'.ts";
export default workflow.define({
  entrypoints: {
    main: {
      params: { document: { type: "file", required: true } },
      async run(_ctx, { document }) {
        return { file: fileURLToPath(import.meta.url), cwd: process.cwd(), text: await document.text(), name: document.name };
      },
    },
    fail: { run: fail },
  },
});
`;

Deno.test("project, source, data dir and files may have any name, and errors still name the author's line", async () => {
  await using project = await makeProject({
    "workflow.ts": SOURCE,
    "Größe [x] & 'co'.ts": "export function fail(): never {\n  throw new Error('here');\n}\n",
  });
  const dir = join(project.root, AWKWARD);
  await Deno.rename(project.dir, dir);
  const awkward = { ...project, dir, dataDir: join(project.root, `data ${AWKWARD}`) };
  const document = join(project.root, `${AWKWARD}.txt`);
  await Deno.writeTextFile(document, "content");

  const { report, stderr } = await runJson(awkward, ["main", `--document=${document}`]);
  assertEquals(report.result.data.output, {
    file: join(dir, "workflow.ts"),
    cwd: dir,
    text: "content",
    name: `${AWKWARD}.txt`,
  }, stderr);

  const failed = await runJson(awkward, ["fail"]);
  assertEquals(
    failed.report.error?.location,
    { file: "Größe [x] & 'co'.ts", line: 2, column: 9 },
    failed.stderr,
  );
});

Deno.test("a project that is opened through a link is the one that the link leads to", async () => {
  await using project = await makeMain("return [__dirname, process.cwd()];");
  const link = join(project.root, "link");
  await Deno.symlink(project.dir, link);
  const { report } = await runJson({ ...project, dir: link }, ["main"]);
  assertEquals(report.result.data.output, [project.dir, project.dir]);
});

Deno.test("commands that start at once on a new data dir do not disturb each other", async () => {
  await using project = await makeMain("return ctx.runId;");
  const results = await Promise.all(Array.from({ length: 4 }, () => runJson(project, ["main"])));
  assertEquals(results.map(({ code, stderr }) => ({ code, stderr })), Array(4).fill({ code: 0, stderr: "" }));
  assertEquals(new Set(results.map(({ report }) => report.runId)).size, 4);
});
