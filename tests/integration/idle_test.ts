import { assertEquals, assertNotEquals } from "@std/assert";
import { call, connect } from "./harness/connect.ts";
import { eventually, executorsOf } from "./harness/processes.ts";
import { makeMain } from "./harness/temp_project.ts";

Deno.test("an executor stops when it is idle, and the next call starts another", async () => {
  await using project = await makeMain(`return "here";`);
  await using connection = await connect(project, ["--idle-timeout", "1"]);
  const run = async () => (await call(connection, "main")).structuredContent.output;
  const tools = (await connection.client.listTools()).tools;
  assertEquals(await run(), "here");
  const [first] = executorsOf(connection.pid);
  for (let round = 0; round < 2; round++) {
    await eventually("the executor is gone", {
      ms: 8_000,
      is: () => executorsOf(connection.pid).length === 0,
    });
    assertEquals((await connection.client.listTools()).tools, tools);
    assertEquals(executorsOf(connection.pid), [], "the list needs no executor");
    assertEquals(await run(), "here");
    assertNotEquals(executorsOf(connection.pid), [first]);
  }
});

Deno.test("--idle-timeout 0 keeps no executor, and every call is answered", async () => {
  await using project = await makeMain(`return "here";`);
  await using connection = await connect(project, ["--idle-timeout", "0"]);
  for (let round = 0; round < 3; round++) {
    assertEquals((await call(connection, "main")).structuredContent.output, "here");
    await eventually("the executor is gone", {
      ms: 5_000,
      is: () => executorsOf(connection.pid).length === 0,
    });
  }
});

Deno.test("an executor is not idle while a run works or waits in it", async () => {
  await using project = await makeMain(
    `await new Promise((done) => setTimeout(done, 2_500)); return "done";`,
  );
  await using connection = await connect(project, ["--idle-timeout", "1"]);
  assertEquals((await call(connection, "main")).structuredContent.output, "done");
});
