import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { toChanges } from "../../../../fixtures/desktop/run_samples.ts";
import { makeVisitor, NOW, type Visitor } from "../../../../fixtures/desktop/visitor.ts";

const HOUR = 3_600_000;

function addRuns({ database }: Visitor, count: number): void {
  for (let i = 0; i < count; i++) {
    const status = i % 2 === 0 ? "success" : "failed";
    const runId = `20260131-${String(i).padStart(4, "0")}`;
    database.record(toChanges({ runId, status, startedAt: NOW - HOUR - i * 1000, title: `Task ${i}` }));
  }
}

/** The ids of the runs that a page lists. */
function listed(html: string): string[] {
  return [...html.matchAll(/<li id="run-([^"]+)"/g)].map(([, id = ""]) => id);
}

Deno.test("Home says what to do where there is nothing yet", async () => {
  await using visitor = await makeVisitor();
  const { text } = await visitor.get("/");
  assertStringIncludes(text, "Add your first workflow project");
  assertStringIncludes(text, "Nothing has run yet");
});

Deno.test("Home tells each recent task's status, duration and time", async () => {
  await using visitor = await makeVisitor();
  addRuns(visitor, 1);
  const { text } = await visitor.get("/");
  assertStringIncludes(text, "Success");
  assertStringIncludes(text, "1.2 s");
  assertMatch(text, /<time datetime="2026-01-31T11:00:00.000Z" title="2026-01-31 [\d:]+">1 hour ago<\/time>/);
});

Deno.test("Home leads from page to page without leaving a run out or listing one twice", async () => {
  await using visitor = await makeVisitor();
  addRuns(visitor, 120);
  const seen: string[] = [];
  let path: string | undefined = "/";
  for (let pages = 0; path && pages < 9; pages++) {
    const { text }: { text: string } = await visitor.get(path);
    seen.push(...listed(text));
    path = /rel="next"[^>]*href="([^"]+)"|href="([^"]+)"[^>]*rel="next"/.exec(text)?.slice(1).find(Boolean)
      ?.replaceAll("&amp;", "&");
  }
  assertEquals(seen.length, 120);
  assertEquals(new Set(seen).size, 120);
});

Deno.test("Home narrows the tasks by status, project and text", async () => {
  await using visitor = await makeVisitor();
  addRuns(visitor, 4);
  const other = { id: "othr-0002", name: "other" };
  visitor.database.record(
    toChanges({ runId: "20260131-othr", status: "success", startedAt: NOW, project: other }),
  );
  assertEquals(listed((await visitor.get("/?status=failed")).text), ["20260131-0001", "20260131-0003"]);
  assertEquals(listed((await visitor.get("/?project=othr-0002")).text), ["20260131-othr"]);
  assertEquals(listed((await visitor.get("/?q=TASK+2")).text), ["20260131-0002"]);
  assertStringIncludes((await visitor.get("/?q=nothing")).text, "No task fits");
});

Deno.test("Home says of a project whose folder is gone that it is", async () => {
  await using visitor = await makeVisitor();
  const gone = {
    id: "gone-0001",
    projectId: "1",
    name: "gone",
    dir: "/nowhere/gone",
    addedAt: 0,
    allowInheritEnv: [],
    allowRead: [],
  };
  visitor.database.addProject(gone);
  assertStringIncludes((await visitor.get("/")).text, "Folder is gone");
  assertStringIncludes((await visitor.get("/projects/gone-0001")).text, "/nowhere/gone");
});

Deno.test("a folder that is no project is refused with the reason beside what was entered", async () => {
  await using visitor = await makeVisitor();
  const { status, text } = await visitor.post("/projects", { dir: "/nowhere" });
  assertEquals(status, 422);
  assertStringIncludes(text, "There is no folder /nowhere");
  assertStringIncludes(text, 'value="/nowhere"');
});

Deno.test("a folder is refused that would be another one wherever the dashboard is started", async () => {
  await using visitor = await makeVisitor();
  const { status, text } = await visitor.post("/projects", { dir: "projects/demo" });
  assertEquals(status, 422);
  assertStringIncludes(text, "Expected the absolute path of a folder, found &quot;projects/demo&quot;");
});

Deno.test("an address that leads nowhere says so", async () => {
  await using visitor = await makeVisitor();
  for (
    const [path, title] of [["/nowhere", "no such page"], ["/runs/none", "no such run"], [
      "/projects/none",
      "no such project",
    ]]
  ) {
    const { status, text } = await visitor.get(path ?? "");
    assertEquals(status, 404);
    assertStringIncludes(text, title ?? "");
  }
});

Deno.test("what fails unexpectedly is told to the log and not to the page", async () => {
  await using visitor = await makeVisitor();
  visitor.database[Symbol.dispose]();
  const { status, text } = await visitor.get("/settings");
  assert(status === 500 || status === 422);
  assertStringIncludes(text, "<main");
});
