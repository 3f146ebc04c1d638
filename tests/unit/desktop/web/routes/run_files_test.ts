import { assertEquals, assertStringIncludes } from "@std/assert";
import { toChanges } from "../../../../fixtures/desktop/run_samples.ts";
import { makeVisitor, NOW, type Visitor } from "../../../../fixtures/desktop/visitor.ts";

const RUN = "/runs/20260101-abcd";
const CREATED = "data/created/11111111-1111-4111-8111-111111111111";

/** A visitor of a run with an output, and of files in the temporary folder. */
async function visit(files: Readonly<Record<string, string>>, output: unknown = {}): Promise<Visitor> {
  const visitor = await makeVisitor();
  const { dir, database } = visitor;
  for (const [path, text] of Object.entries({ [`${CREATED}/20260101-abcd/x`]: "", ...files })) {
    const whole = `${dir}/${path}`;
    await Deno.mkdir(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(whole, text);
  }
  const named = JSON.parse(JSON.stringify(output).replaceAll("DIR", dir));
  database.record(toChanges({ runId: "20260101-abcd", status: "success", startedAt: NOW, output: named }));
  return visitor;
}

Deno.test("a file that a run has made is offered, to be saved under its name", async () => {
  const name = 'Łódź "1".html';
  await using visitor = await visit({ [`${CREATED}/20260101-abcd/${name}`]: "made" });
  const href = `${RUN}/files/${encodeURIComponent(name)}`;
  assertStringIncludes((await visitor.get(RUN)).text, `href="${href}"`);
  const { status, headers, text } = await visitor.get(href);
  assertEquals([status, text], [200, "made"]);
  assertEquals(headers.get("content-type"), "application/octet-stream");
  assertEquals(headers.get("x-content-type-options"), "nosniff");
  assertEquals(
    headers.get("content-disposition"),
    `attachment; filename="__d_ _1_.html"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA%20%221%22.html`,
  );
});

Deno.test("a path of the output leads to the file where the run has made it, and nowhere else", async () => {
  const output = {
    made: `DIR/${CREATED}/20260101-abcd/r.html`,
    other: `DIR/${CREATED}/20260101-zzzz/s.html`,
    system: "/etc/passwd",
  };
  await using visitor = await visit({}, output);
  const { text } = await visitor.get(RUN);
  assertStringIncludes(text, `href="${RUN}/files/r.html"`);
  assertEquals(text.includes(`${RUN}/files/s.html`) || text.includes(`${RUN}/files/passwd`), false);
});

const SHA = "54cae732d4a6c5343d2c18659da470e47b4978379bf09475e5186d14046da02d";
const STORED = `data/files/54/${SHA}`;

Deno.test("an imported file that the output names is offered, under the name that it had", async () => {
  const copy = { id: SHA, name: "../re port.txt", size: 8, path: "/tmp/scratch/files/1/re port.txt" };
  await using visitor = await visit({ [STORED]: "imported" }, { copy });
  const href = `${RUN}/imported/${SHA}/re%20port.txt`;
  assertStringIncludes((await visitor.get(RUN)).text, `href="${href}"`);
  const { status, headers, text } = await visitor.get(href);
  assertEquals([status, text], [200, "imported"]);
  assertStringIncludes(headers.get("content-disposition") ?? "", 'attachment; filename="re port.txt"');
});

Deno.test("an imported file that no report names is not handed out, nor is what only looks like one", async () => {
  const other = SHA.replace("54", "55");
  await using visitor = await visit({ [STORED]: "imported", [`data/files/55/${SHA}`]: "" }, {
    other,
    gone: { id: other, name: "gone.txt", size: 8, path: "/tmp/scratch/gone.txt" },
    odd: { id: "../../user-data/desktop.sqlite", name: "x", size: 8, path: "/tmp/scratch/x" },
  });
  const { text } = await visitor.get(RUN);
  assertEquals(text.includes("/imported/"), false);
  for (const id of [other, "..", `${SHA}x`, encodeURIComponent("../../user-data/desktop.sqlite")]) {
    assertEquals((await visitor.get(`${RUN}/imported/${id}/x`)).status, 404, id);
  }
  await using another = await visit({ [STORED]: "imported" });
  assertEquals((await another.get(`${RUN}/imported/${SHA}/x`)).status, 404);
});

for (
  const [what, name] of Object.entries({
    "a file of this machine": "/etc/passwd",
    "a file of another run": "../20260101-zzzz/r.html",
    "the database": "../../../../user-data/desktop.sqlite",
    "what a link leads to": "link",
    "a folder": "folder",
    "a file that is not there": "none",
    "the folder itself": ".",
    "a name with a null in it": "x\0",
  })
) {
  Deno.test(`${what} is not handed out`, async () => {
    await using visitor = await visit({
      [`${CREATED}/20260101-zzzz/r.html`]: "another's",
      [`${CREATED}/20260101-abcd/folder/f`]: "",
    });
    await Deno.symlink("/etc/passwd", `${visitor.dir}/${CREATED}/20260101-abcd/link`);
    assertEquals((await visitor.get(`${RUN}/files/${encodeURIComponent(name)}`)).status, 404);
  });
}
