import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { isAbsolute, join } from "@std/path";
import { call, connect } from "./harness/connect.ts";
import { RawServer } from "./harness/raw_server.ts";
import { makeMain, PROJECT_ID, type TempProject } from "./harness/temp_project.ts";

const MEBIBYTE = 1024 * 1024;

function makeLarge(): Promise<TempProject> {
  return makeMain(`return { text: values.text.repeat(values.times) };`, {
    params: `{ text: { type: "string", required: true }, times: { type: "number", required: true } }`,
  });
}

Deno.test("a run with an output of 250 MB fails and says what to do, and the server serves on", async () => {
  await using project = await makeLarge();
  await using connection = await connect(project);
  const huge = await call(connection, "main", { text: "x".repeat(1_000), times: 250_000 });
  assertEquals(huge.isError, true);
  assertStringIncludes(huge.structuredContent.error.message, "The run's output takes 250000");
  assertStringIncludes(huge.structuredContent.error.message, "to a file with ctx.files.create");
  assertEquals((await call(connection, "main", { text: "x", times: 2 })).structuredContent.output, {
    text: "xx",
  });
});

Deno.test("an output of 5 MB is sent, and one of 9 MB is written to a file that the result names", async () => {
  await using project = await makeLarge();
  await using connection = await connect(project);
  const five = await call(connection, "main", { text: "x", times: 4.9 * MEBIBYTE });
  assertEquals(five.structuredContent.output.text.length, Math.floor(4.9 * MEBIBYTE));
  assertEquals(five.structuredContent.outputFile, undefined);

  const nine = await call(connection, "main", { text: "é", times: 4.5 * MEBIBYTE });
  const { runId, outputFile, outputBytes, ...rest } = nine.structuredContent;
  assertEquals([nine.isError, rest], [undefined, {
    status: "success",
    entrypointId: "main",
    entrypointTitle: "Main",
    output: null,
  }]);
  assertEquals(JSON.parse(nine.content[0]?.text ?? ""), nine.structuredContent);
  assertEquals(outputFile, join(project.dataDir, "created", PROJECT_ID, runId, "output.json"));
  assert(isAbsolute(outputFile));
  const json = await Deno.readTextFile(outputFile);
  assertEquals(JSON.parse(json), { text: "é".repeat(4.5 * MEBIBYTE) });
  assertEquals(new TextEncoder().encode(json).length, outputBytes);
  assertEquals((await call(connection, "main", { text: "x", times: 1 })).structuredContent.output.text, "x");
  assertEquals(connection.errors, []);
});

Deno.test("--file-create-store-dir is where a large output is written", async () => {
  await using project = await makeLarge();
  const store = join(project.root, "my outputs");
  await using connection = await connect(project, ["--file-create-store-dir", store]);
  const { structuredContent } = await call(connection, "main", { text: "x", times: 6 * MEBIBYTE });
  const { runId, outputFile } = structuredContent;
  assertEquals(outputFile, join(store, runId, "output.json"));
  assertEquals((await Deno.stat(outputFile)).size, structuredContent.outputBytes);
});

Deno.test("a large output that cannot be written is an error that says so, and where is on stderr", async () => {
  await using project = await makeLarge();
  const store = join(project.root, "a file");
  await Deno.writeTextFile(store, "");
  await using connection = await connect(project, ["--file-create-store-dir", store]);
  const { isError, structuredContent } = await call(connection, "main", { text: "x", times: 6 * MEBIBYTE });
  const { error, status } = structuredContent;
  assertEquals([isError, status, error.code], [true, "success", "output_too_large"]);
  assertStringIncludes(error.message, "could not be written to a file");
  assert(!error.message.includes(store));
  assertStringIncludes(connection.stderr(), `Cannot write to ${store}`);
});

Deno.test("line separators travel escaped, and arrive as they were", async () => {
  await using project = await makeLarge();
  const text = "a\u2028b\u2029c\u0085d\r\ne😀";
  await using server = new RawServer(["mcp", project.dir, "--data-dir", project.dataDir]);
  await server.initialize();
  const { result } = await server.call("main", { text, times: 1 });
  assertEquals(result.structuredContent.output.text, text);
  assert(!/[\u2028\u2029]/.test(server.received.join("")));
});

Deno.test("a client is not told where a store is that cannot be written", async () => {
  await using project = await makeMain(`return "unreached";`, {
    params: `{ document: { type: "file", required: true } }`,
  });
  const store = join(project.root, "store");
  await Deno.writeTextFile(store, "");
  const document = join(project.dir, "package.json");
  await using connection = await connect(project, ["--file-store-dir", store]);
  const result = await call(connection, "main", { document });
  assertEquals([result.isError, result.structuredContent.error.code], [true, "run_failed"]);
  assert(!JSON.stringify(result).includes(store), JSON.stringify(result));
  assertStringIncludes(result.structuredContent.error.message, "standard error output");
  assertStringIncludes(connection.stderr(), store);
});

Deno.test("a client is not told where the data dir is that cannot be written", async () => {
  await using project = await makeMain(`return 1;`);
  await using connection = await connect(project);
  await connection.client.listTools();
  await Deno.writeTextFile(
    join(project.dataDir, "journal.sqlite"),
    "no database, and of more than one page ".repeat(500),
  );
  const error = await call(connection, "main").then(() => undefined, (error) => error);
  assert(error instanceof Error);
  assert(!error.message.includes(project.dataDir), error.message);
  assertStringIncludes(connection.stderr(), project.dataDir);
});
