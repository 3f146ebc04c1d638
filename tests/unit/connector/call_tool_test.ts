import {
  assert,
  assertEquals,
  assertLess,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import type { McpServerConnection } from "../../../src/core/api.ts";
import { connectMcpServer } from "../../../src/connector/connect_mcp_server.ts";
import { failureOf, fixture, withServer } from "./_fixture.ts";

function text(value: string): { type: string; text: string } {
  return { type: "text", text: value };
}

Deno.test("callTool() gives content and isError, nothing else", async () => {
  await withServer(fixture("calls"), async (connection) => {
    const args = { a: [1, null], "b\u2028": "ü🦕\n" };
    assertEquals(await connection.callTool("echo", args), {
      content: [text(JSON.stringify(args))],
      isError: false,
    });
    assertEquals(await connection.callTool("echo"), { content: [text("{}")], isError: false });
    assertEquals(await connection.callTool("fail"), { content: [text("no such file")], isError: true });
    assertEquals(await connection.callTool("nothing"), { content: [], isError: false });
  });
});

Deno.test("callTool() gives an error of the protocol as a result that a model can act on", async () => {
  await withServer(fixture("calls"), async (connection) => {
    assertEquals(await connection.callTool("refuse"), {
      content: [text("bad path"), text('{"path":"/x"}')],
      isError: true,
    });
  });
});

Deno.test("callTool() loses no structured content, and repeats none", async () => {
  await withServer(fixture("calls"), async (connection) => {
    assertEquals((await connection.callTool("structured")).content, [text('{"answer":42}')]);
    assertEquals((await connection.callTool("told")).content, [text('{ "b": 2, "a": 1 }')]);
    assertEquals((await connection.callTool("old.result")).content, [text('{"answer":42}')]);
  });
});

Deno.test("callTool() throws unknown_tool for a name outside the list", async () => {
  await withServer(fixture("calls"), async (connection) => {
    const error = await failureOf(connection.callTool("ecko"));
    assertEquals(error.code, "unknown_tool");
    assertEquals(
      error.message,
      'Cannot call tool "ecko": MCP server "calls" has no such tool; did you mean "echo"?',
    );
    assertEquals((await failureOf(connection.callTool("toString"))).code, "unknown_tool");
  });
});

Deno.test("callTool() throws a TypeError for arguments that are no JSON object, and stays usable", async () => {
  await withServer(fixture("calls"), async (connection) => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const args of [[], "x", null, cyclic, { big: 1n }]) {
      await assertRejects(() => connection.callTool("echo", args as Record<string, unknown>), TypeError);
    }
    assertEquals((await connection.callTool("echo", { a: 1 })).content, [text('{"a":1}')]);
  });
});

Deno.test("calls run at the same time", async () => {
  await withServer(fixture("trouble"), async (connection) => {
    const slow = connection.callTool("progress", { times: 2, pause: 100 });
    assertEquals((await connection.callTool("cancelled")).content, [text("[]")]);
    assertEquals((await slow).content, [text("done")]);
  });
});

Deno.test("a call that is given up settles at once, and the server is told", async () => {
  await withServer(fixture("trouble"), async (connection) => {
    const controller = new AbortController();
    const call = connection.callTool("hang", {}, controller.signal);
    setTimeout(() => controller.abort(), 50);
    await assertRejects(() => call, DOMException, "aborted");
    const [told] = await cancellations(connection);
    assertEquals(typeof told?.requestId, "number");
    assertMatch(told?.reason ?? "", /aborted/);
  });
});

Deno.test("a call with a signal that has aborted is never made", async () => {
  await withServer(fixture("trouble"), async (connection) => {
    const reason = new Error("not today");
    await assertRejects(() => connection.callTool("hang", {}, AbortSignal.abort(reason)), Error, "not today");
    assertEquals(await cancellations(connection), []);
  });
});

Deno.test("a signal that aborts after the answer has no effect", async () => {
  await withServer(fixture("trouble"), async (connection) => {
    const controller = new AbortController();
    await connection.callTool("big", { bytes: 1 }, controller.signal);
    controller.abort();
    assertEquals(await cancellations(connection), []);
  });
});

Deno.test("a tool that hangs is call_timeout, the server is told, and the connection lives", async () => {
  await withServer(fixture("trouble", [], { timeout: 2_000 }), async (connection) => {
    const started = performance.now();
    const error = await failureOf(connection.callTool("hang"));
    assertEquals(error.code, "call_timeout");
    assertEquals(error.message, 'Cannot call tool "hang" of MCP server "trouble": no answer within 2000 ms');
    assertLess(performance.now() - started, 3_000);
    assertEquals((await cancellations(connection)).length, 1);
  });
});

Deno.test("a call that reports progress may take longer than the timeout", async () => {
  await withServer(fixture("trouble", [], { timeout: 2_000 }), async (connection) => {
    const { content } = await connection.callTool("progress", { times: 4, pause: 700 });
    assertEquals(content, [text("done")]);
  });
});

Deno.test("a result of 20 MB is refused in words, and the connection lives", async () => {
  await withServer(fixture("trouble"), async (connection) => {
    const [big, small] = await Promise.all([
      connection.callTool("big", { bytes: 20_000_000 }),
      connection.callTool("progress", { times: 1, pause: 1 }),
    ]);
    assertEquals(big, {
      content: [text("the answer is longer than 10 MiB, the most that is read; ask for less at once")],
      isError: true,
    });
    assertEquals(small.content, [text("done")]);
  });
});

Deno.test("a result of 9 MB is read", async () => {
  await withServer(fixture("trouble"), async (connection) => {
    const { content } = await connection.callTool("big", { bytes: 9_000_000 });
    assertEquals(String(content[0]?.text).length, 9_000_000);
  });
});

Deno.test("a server that exits fails every call at once, with exit code and stderr", async () => {
  await withServer(fixture("deaths"), async (connection) => {
    const started = performance.now();
    const [error, other] = await Promise.all([
      failureOf(connection.callTool("exit", { code: 9, says: "disk full" })),
      failureOf(connection.callTool("hang")),
    ]);
    assertEquals([error.code, other.code], ["server_exited", "server_exited"]);
    assertEquals(
      error.message,
      'Cannot call tool "exit" of MCP server "deaths": the server exited with code 9. The end of its stderr:\ndisk full',
    );
    assertLess(performance.now() - started, 2_000);
    assertEquals((await failureOf(connection.callTool("echo"))).code, "server_exited");
  });
});

Deno.test("a server that is killed is server_exited with the signal", async () => {
  await withServer(fixture("deaths"), async (connection) => {
    const error = await failureOf(connection.callTool("kill"));
    assertEquals(error.code, "server_exited");
    assertStringIncludes(error.message, "the server was ended by SIGKILL");
  });
});

Deno.test("an answer that was written before the exit still counts", async () => {
  await withServer(fixture("deaths"), async (connection) => {
    assertEquals((await connection.callTool("answer_and_exit")).content, [text("goodbye")]);
  });
});

for (const [pipe, reason] of [["stdout", "output_closed"], ["stdin", "input_closed"]] as const) {
  Deno.test(`a server that closes its ${pipe} is server_exited, and ended`, async () => {
    await withServer(fixture("closes", [pipe]), async (connection) => {
      const started = performance.now();
      // Deno 2.6 tells of a broken pipe only with the second write.
      const calls = [connection.callTool("hang"), connection.callTool("hang")];
      for (const error of await Promise.all(calls.map(failureOf))) {
        assertEquals([error.code, error.reason], ["server_exited", reason]);
      }
      assertLess(performance.now() - started, 2_000);
    });
  });
}

Deno.test("close() fails pending and later calls with closed, and may be called twice", async () => {
  const { definition, count } = fixture("trouble");
  const connection = await connectMcpServer(definition);
  const pending = failureOf(connection.callTool("hang"));
  await Promise.all([connection.close(), connection.close()]);
  await connection.close();
  assertEquals((await pending).code, "closed");
  assertEquals((await failureOf(connection.callTool("hang"))).code, "closed");
  assertEquals(count(), 0);
});

Deno.test("close() ends a well-behaved server quickly", async () => {
  const { definition, count } = fixture("calls");
  const connection = await connectMcpServer(definition);
  const started = performance.now();
  await connection.close();
  assertLess(performance.now() - started, 1_400);
  assertEquals(count(), 0);
});

Deno.test("close() ends a server that ignores the end of stdin and SIGTERM within five seconds", async () => {
  const { definition, count } = fixture("stubborn", ["server"]);
  const connection = await connectMcpServer(definition);
  const started = performance.now();
  await connection.close();
  assertLess(performance.now() - started, 5_000);
  assertEquals(count(), 0);
});

Deno.test("close() ends what a server started as well", async () => {
  const { definition, count } = fixture("stubborn", ["parent"]);
  const connection = await connectMcpServer(definition);
  while (count() < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  const started = performance.now();
  await connection.close();
  assertLess(performance.now() - started, 5_000);
  assertEquals(count(), 0);
});

Deno.test("a mute server with SIGTERM ignored is gone when connecting has failed", async () => {
  const { definition, count } = fixture("stubborn", ["mute"], { timeout: 1_000 });
  assertEquals((await failureOf(connectMcpServer(definition))).code, "handshake_timeout");
  assertEquals(count(), 0);
});

Deno.test("what a server leaves behind when it dies by itself is ended", async () => {
  const { definition, count } = fixture("stubborn", ["orphan"]);
  const error = await failureOf(connectMcpServer(definition));
  assertEquals(error.code, "server_exited");
  assertEquals(count(), 0);
});

Deno.test("values of inherited keys are *** in every error and log", async () => {
  const secret = "hunter2-hunter2";
  const logs: string[] = [];
  const server = fixture("deaths", [], { inheritEnvironment: ["BRIDGE_TOKEN"] });
  await withServer(server, async (connection) => {
    const error = await failureOf(
      connection.callTool("exit", { code: 1, says: `token ${secret} expired\n` }),
    );
    assertStringIncludes(error.message, "token *** expired");
    assert(!Deno.inspect(error).includes(secret));
    assert(!JSON.stringify(error).includes(secret));
  }, {
    allowedInheritedEnvKeys: ["BRIDGE_TOKEN"],
    env: { BRIDGE_TOKEN: secret },
    onLog: ({ text }) => logs.push(text),
  });
  assertEquals(logs, ["token *** expired"]);
});

async function cancellations(
  connection: McpServerConnection,
): Promise<{ requestId: number; reason: string }[]> {
  const { content } = await connection.callTool("cancelled");
  return JSON.parse(String(content[0]?.text));
}
