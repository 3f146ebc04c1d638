// The judges of the protocol: the official clients, as a host would use them, against a real server process.
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../fixtures/mcp_protocol_server.ts", import.meta.url));
const COMMAND = {
  command: Deno.execPath(),
  args: ["run", "--no-config", "--no-lock", "--quiet", SERVER],
  stderr: "inherit" as const,
};
const INFO = { name: "test", version: "1.0.0" };
const HEAD = { runId: "20260828-abcd", status: "success", entrypointId: "main", entrypointTitle: "Main" };

/** What the tests ask of a client; all versions of it have this much in common. */
interface AnyClient {
  // deno-lint-ignore no-explicit-any -- the clients' types differ, and so do their overloads
  [method: string]: any;
}

const CLIENTS: Record<string, () => Promise<AnyClient>> = {
  "1.32.2": async () => {
    const client = new Client(INFO);
    await client.connect(new StdioClientTransport(COMMAND));
    return client;
  },
  "2.4.0, older era": () => connectModern("legacy"),
  "2.4.0, finding out the era": () => connectModern("auto"),
  "2.4.0, newer era": () => connectModern({ pin: "2026-07-28" }),
};

for (const [name, connect] of Object.entries(CLIENTS)) {
  const older = name === "1.32.2" || name.endsWith("older era");

  testWith(`client ${name} learns who the server is`, connect, (client) => {
    assertEquals(client.getServerVersion(), { name: "fixture", title: "Fixture", version: "1.0.0" });
    assertEquals(client.getInstructions(), "Call succeed.");
    assertEquals(client.getServerCapabilities(), { tools: {} });
    if (name !== "1.32.2") assertEquals(client.getProtocolEra(), older ? "legacy" : "modern");
  });

  testWith(
    `client ${name} lists the tools and checks results of every kind against their schema`,
    connect,
    async (client) => {
      const { tools } = await client.listTools();
      assertEquals(tools.map((tool: { name: string }) => tool.name), [
        "succeed",
        "fail",
        "refuse",
        "wait",
        "report_progress",
        "release",
        "count_aborted",
      ]);
      assertEquals(tools[0].annotations, { title: "succeed", readOnlyHint: true });
      const success = await client.callTool({ name: "succeed", arguments: { a: "\u2028👩‍🚀" } });
      const content = { ...HEAD, output: { a: "\u2028👩‍🚀" } };
      assertEquals(success.structuredContent, content);
      assertEquals(JSON.parse(success.content[0].text), content);
      for (const output of [null, [1], "text", 0, false]) {
        const { structuredContent } = await client.callTool({ name: "succeed", arguments: { output } });
        assertEquals(structuredContent.output, { output });
      }
      const failure = await client.callTool({ name: "fail" });
      assertEquals(failure.isError, true);
      assertEquals(failure.structuredContent.error, {
        code: "business_error",
        message: "no stock",
        errCode: 7,
      });
    },
  );

  testWith(`client ${name} gets wrong arguments and unknown tools as errors`, connect, async (client) => {
    const refused = await assertRejects(
      () => client.callTool({ name: "refuse" }),
      Error,
      "a: must be a number",
    );
    assertEquals(pick(refused), {
      code: -32602,
      data: { faults: [{ path: "a", reason: "must be a number" }] },
    });
    const unknown = await assertRejects(
      () => client.callTool({ name: "sucseed" }),
      Error,
      'Did you mean "succeed"?',
    );
    assertEquals(pick(unknown).code, -32602);
  });

  testWith(`client ${name} sees every report of progress`, connect, async (client) => {
    const reports: unknown[] = [];
    const onprogress = (report: unknown) => {
      // The clients drop a report that arrives together with the answer, hence the answer waits for the last one.
      if (reports.push(report) === 3) client.callTool({ name: "release" });
    };
    await callTool(client, { name: "report_progress", options: { onprogress } });
    assertEquals(reports, [0.25, 0.5, 1].map((progress) => ({ progress, total: 1, message: `${progress}` })));
  });

  testWith(
    `client ${name} cancels a call, which ends on the server, and goes on`,
    connect,
    async (client) => {
      const controller = new AbortController();
      const call = callTool(client, { name: "wait", options: { signal: controller.signal } });
      await client.callTool({ name: "succeed" });
      controller.abort("enough");
      await assertRejects(() => call);
      const { structuredContent } = await client.callTool({ name: "count_aborted" });
      assertEquals(structuredContent.output, 1);
    },
  );

  testWith(`client ${name} gets an output of 1 MiB`, connect, async (client) => {
    const a = "é".repeat(512 * 1024);
    const { structuredContent } = await client.callTool({ name: "succeed", arguments: { a } });
    assertEquals(structuredContent.output.a.length, a.length);
  });

  testWith(`client ${name} keeps its connection when an output is too large`, connect, async (client) => {
    const { isError, structuredContent } = await client.callTool({
      name: "succeed",
      arguments: { a: "x".repeat(6_000_000) },
    });
    assertEquals([isError, structuredContent.error.code], [true, "output_too_large"]);
    assertStringIncludes(structuredContent.error.message, "bytes");
    assertEquals((await client.callTool({ name: "succeed" })).isError, undefined);
  });
}

function testWith(
  title: string,
  connect: () => Promise<AnyClient>,
  test: (client: AnyClient) => unknown,
): void {
  Deno.test({
    name: title,
    // The clients leave timers and handles of their transports behind.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const client = await connect();
      try {
        await test(client);
      } finally {
        await client.close();
      }
    },
  });
}

async function connectModern(mode: "legacy" | "auto" | { pin: string }): Promise<AnyClient> {
  const client = new ModernClient(INFO, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(COMMAND));
  return client;
}

/** Version 1 takes the schema of the result before the options. */
function callTool(client: AnyClient, { name, options }: { name: string; options: object }): Promise<unknown> {
  return client instanceof Client
    ? client.callTool({ name }, undefined, options)
    : client.callTool({ name }, options);
}

function pick(error: Error): { code?: unknown; data?: unknown } {
  const { code, data } = error as { code?: unknown; data?: unknown };
  return { code, data };
}
