// The standard streams of a real process, which end and break in ways that streams in memory do not.
import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../fixtures/mcp_protocol_server.ts", import.meta.url));
const PING = { jsonrpc: "2.0", id: "ping", method: "ping" };
const encoder = new TextEncoder();

Deno.test("a server answers what was piped into it, the last line without a line feed included, and exits with 0", async () => {
  const { code, stdout, stderr } = await outcomeOf(
    [PING, call(1, "succeed")].map((it) => JSON.stringify(it)).join("\n"),
  );
  const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals({ code, stderr, ids: answers.map(({ id }) => id) }, { code: 0, stderr: "", ids: ["ping", 1] });
});

Deno.test("a server has written an answer of megabytes to its end when it exits", async () => {
  const text = "x".repeat(2 * 1024 * 1024);
  const server = start();
  await feed(server, `${JSON.stringify(call(1, "succeed", { text }))}\n`);
  let length = 0;
  for await (const chunk of server.stdout) length += chunk.length;
  await server.stderr.cancel();
  assertEquals(length > 2 * text.length, true);
  assertEquals((await server.status).code, 0);
});

Deno.test("a server exits soon after its input has ended, although a call hangs", async () => {
  const { code, stdout, stderr } = await outcomeOf(`${JSON.stringify(call(1, "wait"))}\n`);
  assertEquals({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" });
});

Deno.test("a server whose output nobody reads any more exits without a word", async () => {
  const server = start();
  const stderr = new Response(server.stderr).text();
  await server.stdout.cancel();
  const writer = server.stdin.getWriter();
  await writer.write(encoder.encode(`${JSON.stringify(PING)}\n`));
  assertEquals({ code: (await server.status).code, stderr: await stderr }, { code: 1, stderr: "" });
  await writer.abort().catch(() => {});
});

function start(): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", "--no-lock", "--quiet", SERVER],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Writes the input and ends it. */
async function feed(server: Deno.ChildProcess, input: string): Promise<void> {
  const writer = server.stdin.getWriter();
  await writer.write(encoder.encode(input));
  await writer.close();
}

async function outcomeOf(input: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const server = start();
  await feed(server, input);
  const { code, stdout, stderr } = await server.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

function call(id: number, name: string, args: object = {}): object {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
}
