import {
  assert,
  assertEquals,
  assertLess,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import type { McpServerDefinition, McpServerLog } from "../../../src/core/api.ts";
import { connectMcpServer } from "../../../src/connector/connect_mcp_server.ts";
import { connectFailure, failureOf, fixture, withServer } from "./_fixture.ts";

const TOKEN = "s3cr3t-t0ken";
const HOST = { allowedInheritedEnvKeys: ["BRIDGE_TOKEN"], env: { BRIDGE_TOKEN: TOKEN } };

Deno.test("connectMcpServer() gives exactly id, tools, callTool and close", async () => {
  await withServer(fixture("calls"), (connection) => {
    assertEquals(Object.keys(connection), ["id", "tools", "callTool", "close"]);
    assert(
      Object.isFrozen(connection) && Object.isFrozen(connection.tools) &&
        Object.isFrozen(connection.tools[0]),
    );
    assertEquals(connection.id, "calls");
    assertEquals(connection.tools[0], { name: "echo", inputSchema: { type: "object" } });
    return Promise.resolve();
  });
});

Deno.test("connectMcpServer() starts nothing for a definition that breaks a rule", async () => {
  const error = await connectFailure(fixture("calls", [], { environment: { API_KEY: "1" } }));
  assertEquals([error.code, error.reason, error.path], [
    "invalid_definition",
    "credential_in_environment",
    "environment.API_KEY",
  ]);
  await assertRejects(() => connectMcpServer(undefined as unknown as McpServerDefinition));
});

Deno.test("the child sees exactly what its definition fixes and inherits", async () => {
  const environment = { LOG_LEVEL: "debug", GREETING: "a=b\nünïcode", EMPTY: "" };
  const server = fixture("environment", [], { environment, inheritEnvironment: ["BRIDGE_TOKEN"] });
  await withServer(server, async (connection) => {
    const { content } = await connection.callTool("environment");
    assertEquals(JSON.parse(String(content[0]?.text)), { ...environment, BRIDGE_TOKEN: TOKEN });
  }, HOST);
});

Deno.test("a child without environment sees none", async () => {
  await withServer(fixture("environment"), async (connection) => {
    const { content } = await connection.callTool("environment");
    assertEquals(JSON.parse(String(content[0]?.text)), {});
  });
});

Deno.test("a command that does not exist is spawn_failed", async () => {
  const error = await failureOf(connectMcpServer({ id: "a", command: ["/nowhere/to/be/found"] }));
  assertEquals([error.code, error.path], ["spawn_failed", "command[0]"]);
  assertEquals(error.message, 'Cannot start MCP server "a": /nowhere/to/be/found: there is no such program');
});

Deno.test("a command that may not be executed is spawn_failed", async () => {
  const file = await Deno.makeTempFile();
  try {
    const error = await failureOf(connectMcpServer({ id: "a", command: [file] }));
    assertEquals(error.code, "spawn_failed");
    assertStringIncludes(error.message, "it may not be executed");
  } finally {
    await Deno.remove(file);
  }
});

for (const when of ["before", "during"]) {
  Deno.test(`a server that exits ${when} the handshake is server_exited, with exit code and stderr`, async () => {
    const error = await connectFailure(fixture("exits", [when, "7", "no licence found"]));
    assertEquals(error.code, "server_exited");
    assertEquals(
      error.message,
      'Cannot connect to MCP server "exits": the server exited with code 7. The end of its stderr:\nno licence found',
    );
  });
}

Deno.test("a mute server is handshake_timeout after its timeout, with what it wrote to stderr", async () => {
  const started = performance.now();
  const error = await connectFailure(fixture("mute", [], { timeout: 1_000 }));
  assertEquals(error.code, "handshake_timeout");
  assertMatch(
    error.message,
    /no complete handshake within 1000 ms\. The end of its stderr:\nwaiting for a licence$/,
  );
  assertLess(performance.now() - started, 4_000);
});

Deno.test("a banner and junk on stdout are skipped, 5 MB on stderr are read", async () => {
  const logs: McpServerLog[] = [];
  await withServer(fixture("noisy"), () => Promise.resolve(), { onLog: (log) => logs.push(log) });
  assertEquals(logs.filter((log) => log.source === "connection").map((log) => log.text), [
    'MCP server "noisy" writes to stdout what is no message, which is skipped: Welcome to noisy 1.0!',
  ]);
  assertEquals(logs.filter((log) => log.source === "stderr").length, 25_001);
  assertEquals(logs.at(-1)?.text, "(a line of more than 16384 bytes)");
});

Deno.test("a listener that throws does not stop the reading", async () => {
  const onLog = () => {
    throw new Error("full");
  };
  await withServer(fixture("noisy"), () => Promise.resolve(), { onLog });
});

Deno.test("every page of a list is read, in order", async () => {
  await withServer(fixture("lists", ["pages"]), (connection) => {
    assertEquals(connection.tools.map((tool) => tool.name), ["tool_0", "tool_1", "tool_2", "tool_3"]);
    return Promise.resolve();
  });
});

Deno.test("256 tools are taken, 257 are too_many_tools", async () => {
  await withServer(fixture("lists", ["256"]), (connection) => {
    assertEquals(connection.tools.length, 256);
    return Promise.resolve();
  });
  assertEquals((await connectFailure(fixture("lists", ["257"]))).code, "too_many_tools");
});

const LISTS: readonly [way: string, code: string, reason: string | undefined, says: string][] = [
  ["repeated", "handshake_failed", "repeated_tool", 'it has two tools "a"'],
  ["same cursor", "handshake_failed", "endless_list", "its list of tools does not end"],
  ["new cursors", "handshake_failed", "endless_list", "its list of tools does not end"],
  ["endless tools", "too_many_tools", undefined, "it has more than 256 tools"],
  ["no list", "handshake_failed", "unsupported_answer", 'expected a list of tools, found "none"'],
];

for (const [way, code, reason, says] of LISTS) {
  Deno.test(`a list of tools with ${way} is refused`, async () => {
    const error = await connectFailure(fixture("lists", [way]));
    assertEquals([error.code, error.reason], [code, reason]);
    assertEquals(error.message, `Cannot use MCP server "lists": ${says}`);
  });
}

Deno.test("tools that cannot be used are reported by name and the others kept", async () => {
  const remarks: string[] = [];
  await withServer(fixture("malformed"), (connection) => {
    assertEquals(connection.tools, [
      { name: "good", description: "Does good.", inputSchema: { type: "object" } },
      { name: "odd", inputSchema: { properties: { a: true } } },
    ]);
    return Promise.resolve();
  }, {
    onLog: ({ text }) =>
      remarks.push(text.replace(/^MCP server "malformed" has a tool that cannot be used: /, "")),
  });
  assertEquals(remarks, [
    '"no_schema" should have an object as inputSchema, not nothing',
    '"array_schema" takes "array" instead of an object',
    "expected a name of 1 to 256 characters, found nothing",
    'expected an object, found "not a tool"',
  ]);
});

Deno.test("a server without tools has none", async () => {
  await withServer(fixture("odd", ["no tools"]), (connection) => {
    assertEquals(connection.tools, []);
    return Promise.resolve();
  });
});

const ODD: readonly [way: string, reason: string, says: string][] = [
  ["version", "unsupported_answer", "Server's protocol version is not supported: 1999-01-01"],
  ["refuse", "refused_by_server", "no licence for ***"],
  ["nonsense", "unsupported_answer", "protocolVersion"],
];

for (const [way, reason, says] of ODD) {
  Deno.test(`a handshake that fails by ${way} is handshake_failed`, async () => {
    const error = await connectFailure(fixture("odd", [way], { inheritEnvironment: ["BRIDGE_TOKEN"] }), HOST);
    assertEquals([error.code, error.reason], ["handshake_failed", reason]);
    assertStringIncludes(error.message, `Cannot connect to MCP server "odd": `);
    assertStringIncludes(error.message, says);
  });
}

Deno.test("what a server calls its tools is masked like everything else", async () => {
  const logs: string[] = [];
  const server = fixture("lists", ["secret"], { inheritEnvironment: ["BRIDGE_TOKEN"] });
  const error = await connectFailure(server, { ...HOST, onLog: ({ text }) => logs.push(text) });
  assertEquals(error.message, 'Cannot use MCP server "lists": it has two tools "***"');
  assertEquals(logs, [
    'MCP server "lists" has a tool that cannot be used: "***" should have an object as inputSchema, not nothing',
  ]);
});

Deno.test("a command that holds an inherited value is masked when it cannot be started", async () => {
  const definition = { id: "a", command: [`/nowhere/${TOKEN}/server`], inheritEnvironment: ["BRIDGE_TOKEN"] };
  const error = await failureOf(connectMcpServer(definition, HOST));
  assertEquals(error.message, 'Cannot start MCP server "a": /nowhere/***/server: there is no such program');
});

Deno.test("connecting is given up when the signal aborts", async () => {
  const controller = new AbortController();
  const { definition, count } = fixture("mute");
  const connecting = connectMcpServer(definition, { signal: controller.signal, onLog: () => {} });
  setTimeout(() => controller.abort(), 100);
  await assertRejects(() => connecting, DOMException, "aborted");
  assertEquals(count(), 0);
  await assertRejects(() => connectMcpServer(definition, { signal: AbortSignal.abort() }), DOMException);
  assertEquals(count(), 0);
});
