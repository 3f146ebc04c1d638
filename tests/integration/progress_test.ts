import { assert, assertEquals } from "@std/assert";
import { connect } from "./harness/connect.ts";
import { RawServer } from "./harness/raw_server.ts";
import { makeMain } from "./harness/temp_project.ts";

interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

Deno.test("what a run reports arrives as progress, rising, and keeps a client's time limit away", async () => {
  await using project = await makeMain(`
for (const n of [1, 2, 3, 4]) {
  ctx.progress(n / 4, "part " + n);
  await new Promise((done) => setTimeout(done, 700));
}
return "done";`);
  await using connection = await connect(project);
  await connection.client.listTools();
  const heard: Progress[] = [];
  const { structuredContent } = await connection.client.callTool({ name: "main", arguments: {} }, undefined, {
    onprogress: (progress: Progress) => heard.push(progress),
    resetTimeoutOnProgress: true,
    timeout: 2_000,
  });
  assertEquals((structuredContent as { output: unknown }).output, "done");
  assertEquals(heard.filter(({ message }) => message).map(({ message }) => message), [
    "part 1",
    "part 2",
    "part 3",
    "part 4",
  ]);
  const values = heard.map(({ progress }) => progress);
  assertEquals(values, values.toSorted((a, b) => a - b));
  assertEquals(connection.errors, []);
});

Deno.test("a silent run shows that it is alive, which keeps a client's time limit away", async () => {
  await using project = await makeMain(
    `await new Promise((done) => setTimeout(done, 13_000)); return "done";`,
  );
  await using connection = await connect(project);
  await connection.client.listTools();
  const heard: Progress[] = [];
  const { structuredContent } = await connection.client.callTool({ name: "main", arguments: {} }, undefined, {
    onprogress: (progress: Progress) => heard.push(progress),
    resetTimeoutOnProgress: true,
    timeout: 12_000,
  });
  assertEquals((structuredContent as { output: unknown }).output, "done");
  assert(heard.length >= 1);
});

Deno.test("no progress comes after the answer, nor without a token", async () => {
  await using project = await makeMain(`
for (let n = 0; n < 500; n++) ctx.progress(n / 500, "part " + n);
return "done";`);
  await using server = new RawServer(["mcp", project.dir, "--data-dir", project.dataDir]);
  await server.initialize();
  for (const _meta of [undefined, { progressToken: 0 }]) {
    const before = server.received.length;
    const { result } = await server.request("tools/call", {
      name: "main",
      arguments: {},
      ...(_meta ? { _meta } : {}),
    });
    assertEquals(result.structuredContent.output, "done");
    const heard = server.received.slice(before).filter((line) => line.includes("notifications/progress"));
    assertEquals(heard.length > 0, _meta !== undefined);
    const answered = server.received.length;
    await new Promise((done) => setTimeout(done, 500));
    await server.request("ping");
    assertEquals(server.received.slice(answered).filter((line) => line.includes("progress")), []);
  }
});
