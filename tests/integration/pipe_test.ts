import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeMain, type TempProject } from "./harness/temp_project.ts";
import { RawServer } from "./harness/raw_server.ts";

const BODY = `
console.log("begun " + values.text);
if (values.text.startsWith("slow")) await new Promise((done) => setTimeout(done, 20_000));
return values.text;`;
const OPTIONS = { params: `{ text: { type: "string", required: true } }` };

function serve({ dir, dataDir }: TempProject): RawServer {
  return new RawServer(["mcp", dir, "--data-dir", dataDir]);
}

function toCall(id: unknown, text: string): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "main", arguments: { text } },
  });
}

function toCancel(requestId: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
}

Deno.test("junk of every kind is answered or passed over, and calls between it are served", async () => {
  await using project = await makeMain(BODY, OPTIONS);
  await using server = serve(project);
  await server.write(`\uFEFF`);
  await server.initialize();
  await server.write("junk\n\n  \r\n[]\n[" + toCall(1, "in a batch") + "]\n{}\n5\nnull\n");
  await server.write(new Uint8Array([0xff, 0xfe, 0x00, 0x0a]));
  await server.write(toCall(null, "null") + "\n");
  await server.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x".repeat(10 * 1024 * 1024) })}\n`);
  await server.write(toCall("last", "last") + "\r\n");
  const codes: unknown[] = [];
  for (let message = await server.next();; message = await server.next()) {
    if (message.id === "last") {
      assertEquals(message.result.structuredContent.output, "last");
      break;
    }
    codes.push(message.error?.code);
  }
  assertEquals(codes.filter((code) => code === undefined), []);
  assertEquals(codes.length, 9);
});

Deno.test("a message may come in pieces that cut its characters", async () => {
  await using project = await makeMain(BODY, OPTIONS);
  await using server = serve(project);
  await server.initialize();
  const bytes = new TextEncoder().encode(`${toCall("a", "👩‍🚀 é")}\n`);
  for (const byte of bytes) await server.write(new Uint8Array([byte]));
  const { id, result } = await server.next();
  assertEquals([id, result.structuredContent.output], ["a", "👩‍🚀 é"]);
});

Deno.test("calls are told apart by their ids, number or text, and cancelled at any time", async () => {
  await using project = await makeMain(BODY, OPTIONS);
  await using server = serve(project);
  await server.initialize();
  // Cancelled before they can begin, in the same write; the second one with an id that is easily overlooked.
  await server.write(`${toCall(7, "slow 7")}\n${toCancel(7)}\n${toCall(0, "slow 0")}\n${toCancel(0)}\n`);
  await server.write(`${toCall("0", "text 0")}\n`);
  const { id, result } = await server.next();
  assertEquals([id, result.structuredContent.output], ["0", "text 0"]);
  // Cancelled late, twice, and what never was.
  await server.write(
    `${toCancel("0")}\n${toCancel("0")}\n${toCancel(0)}\n${toCancel(null)}\n${toCancel("no")}\n`,
  );
  await server.write(`${toCall(0, "slow again")}\n`);
  await server.untilPrinted(/begun slow again/);
  await server.write(`${toCancel(0)}\n${toCall(0, "anew")}\n`);
  const anew = await server.next();
  assertEquals([anew.id, anew.result.structuredContent.output], [0, "anew"]);
  assertEquals(/begun slow [07]/.test(server.stderr), false, server.stderr);
});

Deno.test("a server that is asked before it was initialized answers", async () => {
  await using project = await makeMain(BODY, OPTIONS);
  await using server = serve(project);
  assertEquals((await server.call("main", { text: "early" })).result.structuredContent.output, "early");
  const { error } = await server.request("no/such");
  assertEquals(error?.code, -32601);
  assertStringIncludes(error?.message ?? "", "no/such");
});
