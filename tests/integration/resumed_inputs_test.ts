import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { runCommand } from "./harness/run_command.ts";
import { makeMain, makeProject, type TempProject } from "./harness/temp_project.ts";

/** Runs a command on a project's data and reads the report that it prints. */
async function report(project: TempProject, args: readonly string[]) {
  const { stdout, stderr, code } = await runCommand([...args, "--data-dir", project.dataDir]);
  return { code, stderr, report: stdout === "" ? undefined : JSON.parse(stdout) };
}

Deno.test("a run that was refused its file takes it up when it is there", async () => {
  await using project = await makeMain("return await values.doc.text();", {
    params: '{ doc: { type: "file" } }',
  });
  const doc = join(project.root, "late.txt");
  const first = await runCommand([
    "json",
    project.dir,
    "--data-dir",
    project.dataDir,
    "main",
    `--doc=${doc}`,
  ]);
  const { runId, error } = JSON.parse(first.stdout);
  assertEquals(error.code, "file_rejected");
  await Deno.writeTextFile(doc, "here it is");
  const { code, report: resumed } = await report(project, ["resume", runId]);
  assertEquals([code, resumed.result.data.output], [0, "here it is"]);
});

Deno.test("--force refuses arguments that no longer fit, and names them", async () => {
  const source = (param: string, body: string) =>
    `import { workflow } from "workflow-code";
export default workflow.define({ entrypoints: { main: { params: { ${param} }, run(_ctx: any, values: any) { ${body} } } } });
`;
  await using project = await makeProject({
    "workflow.ts": source('name: { type: "string" }', 'throw new Error("boom");'),
  });
  const first = await runCommand(["json", project.dir, "--data-dir", project.dataDir, "main", "--name=ada"]);
  const { runId } = JSON.parse(first.stdout);
  await Deno.writeTextFile(
    join(project.dir, "workflow.ts"),
    source('fullName: { type: "string", required: true }', "return values.fullName.toUpperCase();"),
  );
  const { code, stderr } = await report(project, ["resume", runId, "--force"]);
  assertEquals(code, 1);
  assertMatch(stderr, /arguments do not fit the project as it is now: .*fullName/);
});
