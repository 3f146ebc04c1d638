import { assertEquals, assertStringIncludes } from "@std/assert";
import { fakeHandlers, textResult, tool } from "./_fake_handlers.ts";
import { TestClient } from "./_test_client.ts";

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const META = { [VERSION_KEY]: "2026-07-28", [CAPABILITIES_KEY]: {} };
const SERVER_META = {
  "io.modelcontextprotocol/serverInfo": { name: "workflow-1", title: "Test", version: "1.2.0" },
};

Deno.test("server/discover is answered with versions, capabilities, identity and cache hints", async () => {
  const identity = { name: "workflow-1", title: "Test", version: "1.2.0", instructions: "Call main first." };
  const client = new TestClient(fakeHandlers({ identity: () => Promise.resolve(identity) }));
  assertEquals(await client.ask("server/discover", { _meta: META }, "discover-1"), {
    jsonrpc: "2.0",
    id: "discover-1",
    result: {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      instructions: "Call main first.",
      ttlMs: 0,
      cacheScope: "private",
      _meta: SERVER_META,
    },
  });
  await client.close();
});

Deno.test("a client of the newer era gets complete results, each with the server's identity", async () => {
  const client = new TestClient();
  assertEquals((await client.ask("tools/list", { _meta: META })).result, {
    resultType: "complete",
    tools: [tool("echo"), tool("wait")],
    ttlMs: 0,
    cacheScope: "private",
    _meta: SERVER_META,
  });
  assertEquals((await client.ask("tools/call", { name: "echo", arguments: { a: 1 }, _meta: META })).result, {
    resultType: "complete",
    ...textResult('{"a":1}'),
    _meta: SERVER_META,
  });
  await client.close();
});

for (const method of ["initialize", "ping", "logging/setLevel", "subscriptions/listen", "resources/list"]) {
  Deno.test(`${method} is no method of 2026-07-28 here`, async () => {
    const client = new TestClient();
    assertEquals((await client.ask(method, { _meta: META })).error.code, -32601);
    await client.close();
  });
}

for (const version of ["2025-11-25", "2099-01-01", ""]) {
  Deno.test(`a request that names the version "${version}" is answered with those that are spoken`, async () => {
    const client = new TestClient();
    const _meta = { ...META, [VERSION_KEY]: version };
    for (const method of ["server/discover", "tools/list", "nope"]) {
      const { error } = await client.ask(method, { _meta });
      assertEquals(error.code, -32022);
      assertEquals(error.data, { supported: ["2026-07-28"], requested: version });
    }
    await client.close();
  });
}

for (
  const [what, method, _meta, key] of [
    ["no _meta", "server/discover", undefined, VERSION_KEY],
    ["a _meta that is null", "server/discover", null, VERSION_KEY],
    ["no version", "server/discover", { [CAPABILITIES_KEY]: {} }, VERSION_KEY],
    ["a version that is no text", "tools/list", { ...META, [VERSION_KEY]: 5 }, VERSION_KEY],
    ["a version that is null", "tools/list", { ...META, [VERSION_KEY]: null }, VERSION_KEY],
    ["no capabilities", "tools/list", { [VERSION_KEY]: "2026-07-28" }, CAPABILITIES_KEY],
    ["capabilities that are an array", "tools/call", { ...META, [CAPABILITIES_KEY]: [] }, CAPABILITIES_KEY],
  ] as const
) {
  Deno.test(`a ${method} of the newer era with ${what} is refused by the name of what is missing`, async () => {
    const client = new TestClient();
    const { error } = await client.ask(method, { _meta });
    assertEquals(error.code, -32602);
    assertStringIncludes(error.message, key);
    await client.close();
  });
}

Deno.test("clients of both eras can share a connection", async () => {
  const client = new TestClient();
  assertEquals((await client.ask("tools/list", { _meta: META })).result.resultType, "complete");
  assertEquals(
    (await client.ask("initialize", { protocolVersion: "2025-06-18" })).result.protocolVersion,
    "2025-06-18",
  );
  assertEquals((await client.ask("tools/list")).result.resultType, undefined);
  assertEquals((await client.ask("tools/list", { _meta: META })).result.resultType, "complete");
  await client.close();
});

Deno.test("initialize with the _meta of a version that is not spoken is an initialize", async () => {
  const client = new TestClient();
  const params = { protocolVersion: "2025-11-25", _meta: { [VERSION_KEY]: "2025-11-25" } };
  assertEquals((await client.ask("initialize", params)).result.protocolVersion, "2025-11-25");
  await client.close();
});

Deno.test("a call of the newer era is cancelled and reports progress like any other", async () => {
  const handlers = fakeHandlers({
    callTool: (_name, _args, { progress, signal }) => {
      progress?.({ progress: 0.5 });
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  const client = new TestClient(handlers);
  const params = { name: "wait", _meta: { ...META, progressToken: "p" } };
  const report = await client.ask("tools/call", params, "call");
  assertEquals(report.params, { progressToken: "p", progress: 0.5 });
  await client.send({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: "call", _meta: META },
  });
  await client.close();
  assertEquals(client.answers, [report]);
});
