import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { RawServer } from "./harness/raw_server.ts";
import { runCommand } from "./harness/run_command.ts";
import { isAlive } from "./harness/running_command.ts";
import { makeMain, makeProject, type TempProject } from "./harness/temp_project.ts";

const BROKEN = { "workflow.ts": 'import "./lib.ts";\nexport default 1;\n', "lib.ts": "const x = ;\n" };

function serve({ dir, dataDir }: TempProject): RawServer {
  return new RawServer(["mcp", dir, "--data-dir", dataDir]);
}

Deno.test("a manifest fault answers the first request, is on stderr once, and ends with exit code 1", async () => {
  await using project = await makeProject({}, { projectType: "kanban" });
  await using server = serve(project);
  const { error } = await server.initialize();
  const message = `Cannot open project: ${join(project.dir, "package.json")}: projectType: found "kanban"`;
  assertStringIncludes(error?.message ?? "", message);
  await server.closeInput();
  assertEquals((await server.status).code, 1);
  assertEquals((await server.wholeStderr).split(message).length, 2, server.stderr);
});

Deno.test("a fault of the source answers tools/list and tools/call with file and line, is on stderr once, and ends with exit code 1", async () => {
  await using project = await makeProject(BROKEN);
  await using server = serve(project);
  assertEquals((await server.initialize()).error, undefined);
  const message = `${join(project.dir, "lib.ts")}:1:11: Unexpected ";"`;
  for (const answer of [await server.request("tools/list"), await server.call("main")]) {
    assertEquals(answer.error?.code, -32603);
    assertStringIncludes(answer.error?.message ?? "", message);
  }
  await server.closeInput();
  assertEquals((await server.status).code, 1);
  assertEquals(await server.wholeStderr, `workflow-code: ${message}\n`);
});

Deno.test("a client that leaves without a word learns of a manifest fault by the exit code", async () => {
  const { code, stdout, stderr } = await runCommand(["mcp", "/no/such/folder"]);
  assertEquals({ code, stdout }, { code: 1, stdout: "" });
  assertStringIncludes(stderr, "Cannot open project /no/such/folder: there is no such folder");
});

for (const how of ["closes stdin", "sends SIGTERM"]) {
  Deno.test(`a project that never finishes loading is gone with all its processes when the client ${how}`, async () => {
    await using project = await makeProject({
      "workflow.ts": 'console.log("loading in", process.pid);\nwhile (true);\nexport default {};\n',
    });
    await using server = serve(project);
    await server.initialize();
    const [, pid] = await server.untilPrinted(/loading in (\d+)/);
    if (how === "closes stdin") await server.closeInput();
    else server.kill("SIGTERM");
    assertEquals((await server.status).code, 0);
    assert(!isAlive(Number(pid)));
  });
}

Deno.test("a client that never reads stderr is answered all the same, and can leave", async () => {
  await using project = await makeMain(
    'for (let line = 0; line < 10_000; line++) console.log("x".repeat(100));\nreturn "done";',
  );
  await using server = new RawServer(["mcp", project.dir, "--data-dir", project.dataDir], {
    readsStderr: false,
  });
  await server.initialize();
  assertEquals((await server.call("main")).result.structuredContent.output, "done");
  await server.closeInput();
  assertEquals((await server.status).code, 0);
});
