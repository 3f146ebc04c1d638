import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { serveMcp } from "../../../src/mcp/server.ts";
import { StdioTransport } from "../../../src/mcp/stdio.ts";
import { fakeHandlers } from "./_fake_handlers.ts";

const encoder = new TextEncoder();

/** Requests that are answered, told apart by the number that becomes their id. */
const requests = fc.oneof(
  fc.record({ method: fc.constantFrom("ping", "tools/list", "nope", "server/discover") }),
  fc.record({
    method: fc.constant("tools/call"),
    params: fc.record({
      name: fc.constantFrom("echo", "ecko"),
      arguments: fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()),
    }),
  }),
).map((request) => (id: number) => encoder.encode(JSON.stringify({ jsonrpc: "2.0", id, ...request })));

/** Lines that are junk, blank or not even text; a line feed among the bytes only makes more lines of them. */
const junk = fc.oneof(
  fc.constantFrom("", "\r", " \t", "\ufeff", "[]", "{}", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', "👩‍🚀")
    .map((line) => encoder.encode(line)),
  fc.uint8Array({ maxLength: 20 }),
).map((line) => () => line);

const streams = fc.array(fc.tuple(fc.oneof(requests, junk), fc.constantFrom("\n", "\r\n")), { maxLength: 12 })
  .map((lines) =>
    new Uint8Array(lines.flatMap(([toLine, end], id) => [...toLine(id), ...encoder.encode(end)]))
  );

Deno.test("serveMcp() gives the same answers however the stream is cut into chunks", async () => {
  await fc.assert(
    fc.asyncProperty(streams, fc.array(fc.nat(), { maxLength: 30 }), async (bytes, cuts) => {
      assertEquals(await answersTo(cut(bytes, cuts)), await answersTo([bytes]));
    }),
    { numRuns: 300 },
  );
});

function cut(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = cuts.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b);
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end));
}

/** Every answer; sorted, since requests that arrive together may overtake each other. */
async function answersTo(chunks: readonly Uint8Array[]): Promise<string[]> {
  const answers: string[] = [];
  const output = {
    write(bytes: Uint8Array): Promise<number> {
      answers.push(new TextDecoder().decode(bytes));
      return Promise.resolve(bytes.length);
    },
  };
  const input = ReadableStream.from(chunks);
  assertEquals(await serveMcp(new StdioTransport({ input, output }), fakeHandlers()), "eof");
  return answers.sort();
}
