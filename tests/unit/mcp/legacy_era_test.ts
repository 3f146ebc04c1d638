import { assertEquals } from "@std/assert";
import { fakeHandlers, textResult, tool } from "./_fake_handlers.ts";
import { TestClient } from "./_test_client.ts";

for (const version of ["2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
  Deno.test(`initialize is answered with ${version} where the client asks for it`, async () => {
    const client = new TestClient();
    assertEquals(await client.ask("initialize", initializeParams(version), 0), {
      jsonrpc: "2.0",
      id: 0,
      result: {
        protocolVersion: version,
        capabilities: { tools: {} },
        serverInfo: { name: "workflow-1", title: "Test", version: "1.2.0" },
      },
    });
    await client.close();
  });
}

for (const version of ["2026-07-28", "2099-01-01", "1.0", "", 5, undefined]) {
  Deno.test(`initialize is answered with 2025-11-25 where the client asks for ${version}`, async () => {
    const client = new TestClient();
    const { result } = await client.ask("initialize", initializeParams(version));
    assertEquals(result.protocolVersion, "2025-11-25");
    await client.close();
  });
}

Deno.test("initialize hands on instructions where there are any", async () => {
  const identity = { name: "workflow-1", version: "1.2.0", instructions: "Call main first." };
  const client = new TestClient(fakeHandlers({ identity: () => Promise.resolve(identity) }));
  const { result } = await client.ask("initialize", initializeParams("2025-11-25"));
  assertEquals(result.instructions, "Call main first.");
  assertEquals(result.serverInfo, { name: "workflow-1", version: "1.2.0" });
  await client.close();
});

Deno.test("initialize may come a second time", async () => {
  const client = new TestClient();
  await client.ask("initialize", initializeParams("2025-11-25"));
  const { result } = await client.ask("initialize", initializeParams("2025-06-18"));
  assertEquals(result.protocolVersion, "2025-06-18");
  await client.close();
});

Deno.test("a client of the older era gets results without the members of the newer one", async () => {
  const client = new TestClient();
  await client.ask("initialize", initializeParams("2025-11-25"));
  assertEquals((await client.ask("ping")).result, {});
  assertEquals((await client.ask("tools/list")).result, { tools: [tool("echo"), tool("wait")] });
  const params = { name: "echo", arguments: { a: 1 }, task: { ttl: 1 } };
  assertEquals((await client.ask("tools/call", params)).result, textResult('{"a":1}'));
  await client.close();
});

Deno.test("requests before initialize are served", async () => {
  const client = new TestClient();
  assertEquals((await client.ask("ping")).result, {});
  assertEquals((await client.ask("tools/list")).result.tools.length, 2);
  assertEquals((await client.ask("tools/call", { name: "echo" })).result, textResult("{}"));
  await client.close();
});

function initializeParams(protocolVersion: unknown): object {
  return { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } };
}
