import { assertEquals } from "@std/assert";
import { WorkflowError } from "../../../src/errors.ts";
import { fakeHandlers, tool } from "./_fake_handlers.ts";
import { TestClient } from "./_test_client.ts";

for (
  const [what, params, path] of [
    ["no params", undefined, "name"],
    ["no name", {}, "name"],
    ["a name that is null", { name: null }, "name"],
    ["a name that is a number", { name: 5, arguments: {} }, "name"],
    ["arguments that are an array", { name: "echo", arguments: [] }, "arguments"],
    ["arguments that are null", { name: "echo", arguments: null }, "arguments"],
    ["arguments that are a text", { name: "echo", arguments: "{}" }, "arguments"],
  ] as const
) {
  Deno.test(`tools/call with ${what} is refused before a tool is called`, async () => {
    let calls = 0;
    const client = new TestClient(fakeHandlers({ callTool: () => (calls++, Promise.reject(new Error())) }));
    const { error } = await client.ask("tools/call", params);
    assertEquals(error.code, -32602);
    assertEquals(error.data.faults.map((fault: { path: string }) => fault.path), [path]);
    assertEquals(calls, 0);
    await client.close();
  });
}

Deno.test("tools/call without arguments calls the tool with none", async () => {
  const client = new TestClient();
  assertEquals((await client.ask("tools/call", { name: "echo" })).result.content[0].text, "{}");
  await client.close();
});

Deno.test("tools/call of an unknown tool names the nearest and those that there are", async () => {
  const client = new TestClient();
  assertEquals((await client.ask("tools/call", { name: "ecko" })).error, {
    code: -32602,
    message: 'Unknown tool "ecko". Did you mean "echo"? Known tools: echo, wait',
    data: { tool: "ecko", nearest: "echo", knownTools: ["echo", "wait"] },
  });
  for (const name of ["", "constructor", "__proto__"]) {
    assertEquals((await client.ask("tools/call", { name })).error, {
      code: -32602,
      message: `Unknown tool "${name}". Known tools: echo, wait`,
      data: { tool: name, knownTools: ["echo", "wait"] },
    });
  }
  await client.close();
});

Deno.test("tools/call of an unknown tool stays short with many tools and a name of megabytes", async () => {
  const tools = Array.from({ length: 50 }, (_, index) => tool(`tool${index}`));
  const client = new TestClient(fakeHandlers({ listTools: () => Promise.resolve(tools) }));
  const { error } = await client.ask("tools/call", { name: "x".repeat(5_000_000) });
  assertEquals(error.message.endsWith("tool18, tool19 and 30 more"), true);
  assertEquals(error.data.knownTools.length, 20);
  assertEquals(JSON.stringify(error).length < 1000, true);
  await client.close();
});

Deno.test("tools/call with arguments that do not fit is refused with every fault", async () => {
  const faults = [{ path: "mode", reason: "must be fast or deep" }, {
    path: "promt",
    reason: "is not known",
  }];
  const client = new TestClient(fakeHandlers({
    callTool: () =>
      Promise.reject(new WorkflowError("invalid_arguments", "2 arguments do not fit", { faults })),
  }));
  assertEquals((await client.ask("tools/call", { name: "echo" })).error, {
    code: -32602,
    message: "2 arguments do not fit",
    data: { faults },
  });
  await client.close();
});

Deno.test("tools/list and tools/call say why there is no catalog, with the place", async () => {
  const client = new TestClient(fakeHandlers({
    listTools: () =>
      Promise.reject(
        new WorkflowError("invalid_definition", "params.mode: unknown type", {
          faults: [{ path: "params.mode.type", reason: "must be one of string, number" }],
          location: { file: "workflow.ts", line: 12, column: 5 },
        }),
      ),
  }));
  const expected = {
    code: -32603,
    message: "params.mode: unknown type (workflow.ts:12:5)",
    data: {
      code: "invalid_definition",
      faults: [{ path: "params.mode.type", reason: "must be one of string, number" }],
      location: { file: "workflow.ts", line: 12, column: 5 },
    },
  };
  assertEquals((await client.ask("tools/list")).error, expected);
  assertEquals((await client.ask("tools/call", { name: "echo" })).error, expected);
  assertEquals((await client.ask("ping")).result, {});
  await client.close();
});

Deno.test("tools/list takes no cursor, since this server gives none", async () => {
  const client = new TestClient();
  for (const cursor of ["", "abc", 5]) {
    assertEquals((await client.ask("tools/list", { cursor })).error.code, -32602);
  }
  assertEquals((await client.ask("tools/list", { cursor: null })).result.tools.length, 2);
  await client.close();
});
