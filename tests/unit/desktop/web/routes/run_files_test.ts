import { assertEquals, assertStringIncludes } from "@std/assert";
import { toChanges } from "../../../../fixtures/desktop/run_samples.ts";
import { makeVisitor, NOW, type Visitor } from "../../../../fixtures/desktop/visitor.ts";

const SHA = "a".repeat(64);

/** A visitor of a run whose output names a file, with stores in which there is what `files` says. */
async function visit(
  file: { name?: string; path: string },
  files: Readonly<Record<string, string>>,
): Promise<Visitor> {
  const visitor = await makeVisitor();
  const { dir, database } = visitor;
  for (
    const [path, text] of Object.entries({
      "data/files/x": "",
      "data/created/11111111-1111-4111-8111-111111111111/20260101-abcd/x": "",
      ...files,
    })
  ) {
    const whole = `${dir}/${path}`;
    await Deno.mkdir(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(whole, text);
  }
  const reference = {
    id: SHA,
    name: file.name ?? "report.pdf",
    size: 4,
    mediaType: "text/html",
    path: file.path.replace("DIR", dir),
  };
  database.record(
    toChanges({ runId: "20260101-abcd", status: "success", startedAt: NOW, output: { report: reference } }),
  );
  return visitor;
}

const PATH = `/runs/20260101-abcd/files/${SHA}`;

Deno.test("a file that a run made is offered, to be saved under its name", async () => {
  await using visitor = await visit({
    name: 'Łódź "1".html',
    path: "DIR/data/created/11111111-1111-4111-8111-111111111111/20260101-abcd/r.html",
  }, {
    "data/created/11111111-1111-4111-8111-111111111111/20260101-abcd/r.html": "made",
  });
  const { status, headers, text } = await visitor.get(PATH);
  assertEquals([status, text], [200, "made"]);
  assertEquals(headers.get("content-type"), "application/octet-stream");
  assertEquals(
    headers.get("content-disposition"),
    `attachment; filename="__d_ _1_.html"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA%20%221%22.html`,
  );
  assertStringIncludes((await visitor.get("/runs/20260101-abcd")).text, `href="${PATH}"`);
});

Deno.test("an imported file is found by its hash, wherever the output says that it is", async () => {
  await using visitor = await visit({ path: "/etc/passwd" }, { [`data/files/aa/${SHA}`]: "imported" });
  assertEquals((await visitor.get(PATH)).text, "imported");
});

for (
  const [what, path] of Object.entries({
    "a file of this machine": "/etc/passwd",
    "a file of another run": "DIR/data/created/11111111-1111-4111-8111-111111111111/20260101-zzzz/r.html",
    "a way out of the run's folder":
      "DIR/data/created/11111111-1111-4111-8111-111111111111/20260101-abcd/../20260101-zzzz/r.html",
    "a link out of the run's folder":
      "DIR/data/created/11111111-1111-4111-8111-111111111111/20260101-abcd/link",
    "the folder of the run": "DIR/data/created/11111111-1111-4111-8111-111111111111/20260101-abcd",
    "the database": "DIR/user-data/desktop.sqlite",
  })
) {
  Deno.test(`${what} is not handed out, although the output names it`, async () => {
    await using visitor = await visit({ path }, {
      "data/created/11111111-1111-4111-8111-111111111111/20260101-zzzz/r.html": "another's",
    });
    await Deno.symlink(
      "/etc/passwd",
      `${visitor.dir}/data/created/11111111-1111-4111-8111-111111111111/20260101-abcd/link`,
    );
    assertEquals((await visitor.get(PATH)).status, 404);
  });
}

Deno.test("a file that the output does not name is not handed out", async () => {
  await using visitor = await visit({ path: "x" }, { [`data/files/bb/${"b".repeat(64)}`]: "imported" });
  assertEquals((await visitor.get(`/runs/20260101-abcd/files/${"b".repeat(64)}`)).status, 404);
});
