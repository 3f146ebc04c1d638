import { existsSync } from "node:fs";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { dirname, join } from "@std/path";
import { call, connect } from "./harness/connect.ts";
import { eventually } from "./harness/processes.ts";
import { runJson } from "./harness/project_command.ts";
import { makeMain, PROJECT_ID } from "./harness/temp_project.ts";

const INCREMENT = `
for (let n = 0; n < 50; n++) await ctx.value("count").update((count) => (count ?? 0) + 1);
return await ctx.value("count").get();`;

Deno.test("ctx.kv keeps, lists, exchanges and lets expire", async () => {
  await using project = await makeMain(`
await ctx.kv.set("a/1", { n: 1 });
await ctx.kv.set("a/2", [2]);
await ctx.kv.set("b", null);
await ctx.kv.set("brief", "soon gone", { ttl: 0.05 });
const first = await ctx.kv.list({ prefix: "a/", limit: 1 });
const second = await ctx.kv.list({ prefix: "a/", cursor: first.cursor });
const exchanged = [
  await ctx.kv.compareAndSet("a/1", { n: 2 }, "wrong"),
  await ctx.kv.compareAndSet("a/1", { n: 1 }, { n: 3 }),
  await ctx.kv.compareAndSet("new", undefined, 1),
];
await new Promise((done) => setTimeout(done, 100));
return {
  got: [await ctx.kv.get("a/1"), await ctx.kv.get("b"), await ctx.kv.get("none") ?? "none"],
  brief: await ctx.kv.get("brief") ?? "expired",
  first: first.entries,
  second,
  exchanged,
  deleted: [await ctx.kv.delete("b"), await ctx.kv.delete("b")],
};`);
  const { code, report } = await runJson(project, ["main"]);
  assertEquals(report.error, null);
  assertEquals([code, report.result.data.output], [0, {
    got: [{ n: 3 }, null, "none"],
    brief: "expired",
    first: [{ key: "a/1", value: { n: 1 } }],
    second: { entries: [{ key: "a/2", value: [2] }] },
    exchanged: [false, true, true],
    deleted: [true, false],
  }]);
  assert((await Deno.stat(join(project.dataDir, "kv", PROJECT_ID, "kv.sqlite"))).isFile);
});

Deno.test("what one run keeps, the next one finds", async () => {
  await using project = await makeMain(`
const kv = await ctx.kv.get("runs") ?? [];
await ctx.kv.set("runs", [...kv, ctx.runId]);
const count = await ctx.value("count").update((count) => (count ?? 0) + 1);
return { before: kv, count };`);
  const first = await runJson(project, ["main"]);
  const second = await runJson(project, ["main"]);
  assertEquals(first.report.result.data.output, { before: [], count: 1 });
  assertEquals(second.report.result.data.output, { before: [first.report.runId], count: 2 });
});

Deno.test("two processes that update a value at the same time lose nothing", async () => {
  await using project = await makeMain(INCREMENT);
  const results = await Promise.all([runJson(project, ["main"]), runJson(project, ["main"])]);
  assertEquals(results.map(({ report }) => report.error), [null, null]);
  assertEquals(Math.max(...results.map(({ report }) => Number(report.result.data.output))), 100);
});

Deno.test("ctx.knowledge finds German and Japanese texts", async () => {
  await using project = await makeMain(`
const notes = ctx.knowledge("notes");
await notes.put({ id: "de", title: "Kündigung", text: "Die Kündigungsfrist beträgt drei Monate.", metadata: { lang: "de" } });
await notes.put({ id: "ja", text: "東京都の天気は晴れです。", metadata: { lang: "ja" } });
const ids = async (query, options) => (await notes.search(query, options)).map(({ id }) => id);
return {
  german: await ids("kündigungsfrist"),
  japanese: await ids("天気"),
  none: await ids("Wetterbericht"),
  other: await ids("天気", { metadata: { lang: "de" } }),
  stored: (await notes.get("ja")).metadata,
};`);
  const { report } = await runJson(project, ["main"]);
  assertEquals(report.error, null);
  assertEquals(report.result.data.output, {
    german: ["de"],
    japanese: ["ja"],
    none: [],
    other: [],
    stored: { lang: "ja" },
  });
});

Deno.test("a file is its JSON in an output, and a step says that it would lose what reads it", async () => {
  await using project = await makeMain(`
const file = await ctx.files.create("note.txt", "text");
const refused = await ctx.step("make", () => ({ made: file })).catch((error) => error.message);
return { file, files: [file], refused };`);
  const { report } = await runJson(project, ["main"]);
  // deno-lint-ignore no-explicit-any -- what the workflow above returns
  const output: any = report.result.data.output;
  const { path: _, ...file } = output.file;
  assertEquals(file, { id: file.id, name: "note.txt", size: 4, mediaType: "text/plain" });
  assertEquals(output.files, [output.file]);
  assertMatch(output.refused, /made.*which would lose bytes\(\) and text\(\); return what you need of it/);
});

Deno.test("ctx.files.create() makes files that the run reads back, and that are there after it", async () => {
  await using project = await makeMain(`
const text = await ctx.files.create("note.txt", "Grüße");
const again = await ctx.files.create("note.txt", "2");
const bytes = await ctx.files.create("data.bin", new Uint8Array([0, 255, 7]));
const large = await ctx.files.create("large.bin", new Blob(["x".repeat(3_000_000)]).stream());
return {
  text: await text.text(),
  bytes: [...await bytes.bytes()],
  large: [large.size, (await large.bytes()).length],
  paths: [text, again, bytes, large].map(({ path }) => path),
};`);
  const { report } = await runJson(project, ["main"]);
  assertEquals(report.error, null);
  const folder = join(project.dataDir, "created", PROJECT_ID, report.runId);
  const names = ["note.txt", "note (2).txt", "data.bin", "large.bin"];
  assertEquals(report.result.data.output, {
    text: "Grüße",
    bytes: [0, 255, 7],
    large: [3_000_000, 3_000_000],
    paths: names.map((name) => join(folder, name)),
  });
  assertEquals(await Deno.readTextFile(join(folder, "note.txt")), "Grüße");
});

Deno.test("the stores are where the options say", async () => {
  await using project = await makeMain(`
await ctx.kv.set("a", 1);
await ctx.value("b").set(2);
return (await ctx.files.create("c.txt", "3")).path;`);
  const [kv, values, created] = ["my kv", "my values", "my files"].map((name) => join(project.root, name));
  assert(kv && values && created);
  const options = [
    ...["--kv-store-dir", kv],
    ...["--persistent-value-store-dir", values],
    ...["--file-create-store-dir", created],
  ];
  const { report } = await runJson(project, [...options, "main"]);
  assertEquals(report.result.data.output, join(created, report.runId, "c.txt"));
  for (const dir of [kv, values]) assert([...Deno.readDirSync(dir)].length > 0, dir);
  assertEquals(Array.from(Deno.readDirSync(project.dataDir), ({ name }) => name).includes("kv"), false);
});

Deno.test("project code can neither read nor write the stores but through ctx", async () => {
  await using project = await makeMain(
    `
await ctx.kv.set("secret", "x");
const { path } = await ctx.files.create("a.txt", "a");
const refused = (work) => work().then(() => "done", (error) => error.name);
return await Promise.all([
  refused(() => Deno.readFile(values.kv)),
  refused(() => Deno.writeTextFile(values.kv, "")),
  refused(async () => { for await (const entry of Deno.readDir(values.dir)) void entry; }),
  refused(() => Deno.writeTextFile(path, "b")),
]);`,
    { params: `{ kv: { type: "string", required: true }, dir: { type: "string", required: true } }` },
  );
  const kv = join(project.dataDir, "kv", PROJECT_ID, "kv.sqlite");
  const { report } = await runJson(project, ["main", "--kv", kv, "--dir", dirname(kv)]);
  assertEquals(report.error, null);
  assertEquals(report.result.data.output, Array(4).fill("NotCapable"));
});

Deno.test("a large output takes the place of no file that the run made", async () => {
  await using project = await makeMain(`
await ctx.files.create("output.json", "mine");
return "x".repeat(6 * 1024 * 1024);`);
  await using connection = await connect(project);
  const { runId, outputFile } = (await call(connection, "main")).structuredContent;
  const folder = join(project.dataDir, "created", PROJECT_ID, runId);
  assertEquals(outputFile, join(folder, "output (2).json"));
  assertEquals(await Deno.readTextFile(join(folder, "output.json")), "mine");
});

Deno.test("what a run was making when its time was up is given up", async () => {
  await using project = await makeMain(
    `
const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000)) });
const slow = endless.pipeThrough(new TransformStream({
  transform: async (chunk, controller) => {
    await new Promise((done) => setTimeout(done, 1));
    controller.enqueue(chunk);
  },
}));
await ctx.files.create("endless.bin", slow);`,
    { entrypoint: "timeout: 1_000," },
  );
  await using connection = await connect(project);
  const incoming = join(project.dataDir, "created", PROJECT_ID, "incoming");
  const count = () => [...Deno.readDirSync(incoming)].length;
  const ended = call(connection, "main");
  await eventually("a file is being made", { ms: 5_000, is: () => existsSync(incoming) && count() === 1 });
  assertEquals((await ended).isError, true);
  await eventually("nothing is left of it", { ms: 5_000, is: () => count() === 0 });
});

Deno.test("a store that cannot be used fails the call, names itself and not its folder", async () => {
  await using project = await makeMain(`
try { await ctx.kv.set("a", 1); } catch (error) { return { code: error.code, message: error.message }; }`);
  const store = join(project.root, "a file");
  await Deno.writeTextFile(store, "");
  const { report } = await runJson(project, ["--kv-store-dir", store, "main"]);
  const { code, message } = report.result.data.output as { code: string; message: string };
  assertEquals(code, "store_failed");
  assert(!message.includes(project.root), message);
  assertStringIncludes(message.toLowerCase(), "kv");
});
