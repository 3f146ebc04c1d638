import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { resolveMcpServers } from "../../../src/project/mcp_grants.ts";

const FILES = { id: "files", command: ["/opt/files", "--all"], inheritEnvironment: ["FILES_TOKEN"] };
const PLAIN = { id: "plain", command: ["/opt/plain"] };

/** Asks for some servers, of a file with some content. */
async function resolve(
  ids: readonly string[],
  { content, allowInheritEnv = [], env = {} }: {
    readonly content: unknown;
    readonly allowInheritEnv?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  },
) {
  const dir = await Deno.makeTempDir({ prefix: "workflow-code-test-" });
  try {
    const mcpServersFile = join(dir, "servers.json");
    await Deno.writeTextFile(mcpServersFile, typeof content === "string" ? content : JSON.stringify(content));
    const { servers, faults, flags } = await resolveMcpServers(ids, { mcpServersFile, allowInheritEnv, env });
    const hide = (text: string) => text.replaceAll(dir, "<dir>");
    return {
      ids: servers.map(({ id }) => id),
      faults: faults.map(({ reason }) => hide(reason)),
      flags: flags.map(hide),
    };
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("resolveMcpServers() gives what is asked for, in the order of the manifest", async () => {
  const granted = { allowInheritEnv: ["FILES_TOKEN"], env: { FILES_TOKEN: "secret" } };
  for (
    const content of [[FILES, PLAIN], { servers: [FILES, PLAIN] }, `\uFEFF${JSON.stringify([FILES, PLAIN])}`]
  ) {
    assertEquals(await resolve(["plain", "files"], { content, ...granted }), {
      ids: ["plain", "files"],
      faults: [],
      flags: [],
    });
  }
  assertEquals((await resolve([], { content: [FILES] })).ids, []);
});

Deno.test("resolveMcpServers() asks nothing of the environment for servers that nobody asks for", async () => {
  assertEquals(await resolve(["plain"], { content: [FILES, PLAIN] }), {
    ids: ["plain"],
    faults: [],
    flags: [],
  });
});

Deno.test("resolveMcpServers() names what is missing, once, and what would grant it", async () => {
  assertEquals(await resolve(["files", "lost"], { content: [FILES, PLAIN] }), {
    ids: [],
    faults: [
      "asks for the MCP server files, which inherits the environment variable FILES_TOKEN: it was not granted",
      'asks for the MCP server "lost", which was not granted',
    ],
    flags: [
      "--allow-inherit-env FILES_TOKEN",
      'a definition with the id "lost" in <dir>/servers.json, which defines "files", "plain"',
    ],
  });
  const unset = await resolve(["files"], { content: [FILES], allowInheritEnv: ["FILES_TOKEN"] });
  assertEquals([unset.faults.length, unset.flags], [1, []]);
  const none = await resolveMcpServers(["files"], { allowInheritEnv: [], env: {} });
  assertEquals(none.flags, [
    '--mcp-servers FILE, a list such as [{ "id": "files", "command": ["/absolute/program"] }]',
  ]);
});

for (
  const [name, content] of Object.entries({
    "a text": '"x"',
    "an object with more than servers": { servers: [], more: 1 },
    "a list of something else": [1],
    "a repeated id": [PLAIN, PLAIN],
    "a ninth server": Array.from({ length: 9 }, (_, index) => ({ ...PLAIN, id: `s${index}` })),
    "a fault of a server that nobody asks for": [{ ...PLAIN, id: "other", timeout: 5 }],
  })
) {
  Deno.test(`resolveMcpServers() refuses ${name} as wrong usage`, async () => {
    const error = await assertRejects(() => resolve(["plain"], { content }), WorkflowError);
    assertEquals(error.code, "usage");
  });
}
