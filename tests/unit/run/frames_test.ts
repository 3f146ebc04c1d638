import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { createFrameKey, FrameWriter, splitLines, unframe } from "../../../src/run/frames.ts";

const KEY = "0123456789abcdef0123456789abcdef";

Deno.test("createFrameKey() gives 128 random bits", () => {
  assertMatch(createFrameKey(), /^[0-9a-f]{32}$/);
  assertNotEquals(createFrameKey(), createFrameKey());
});

Deno.test("unframe() takes only lines that begin with the key and a blank", () => {
  assertEquals(unframe(`${KEY} {"a":1}`, KEY), '{"a":1}');
  assertEquals(unframe(`x${KEY} {}`, KEY), undefined);
  assertEquals(unframe(KEY, KEY), undefined);
  assertEquals(unframe(`${KEY}{}`, KEY), undefined);
  assertEquals(unframe("", KEY), undefined);
});

Deno.test("splitLines() gives the same lines however the bytes are cut", async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\n"))),
    fc.array(fc.nat(7), { minLength: 1 }),
    async (lines, cuts) => {
      const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
      const expected = lines.map((line) => new TextDecoder().decode(new TextEncoder().encode(line)));
      assertEquals(await collect(chunked(bytes, cuts)), expected);
    },
  ));
});

Deno.test("splitLines() gives a last line that has no line feed", async () => {
  assertEquals(await collect(ReadableStream.from([new TextEncoder().encode("a\nb")])), ["a", "b"]);
});

Deno.test("FrameWriter sends everything in order, also what is sent while it writes", async () => {
  const written: string[] = [];
  const writer = new FrameWriter(async (bytes) => {
    await Promise.resolve();
    written.push(new TextDecoder().decode(bytes));
  }, KEY);
  writer.send({ n: 1 });
  writer.send({ n: 2 });
  await Promise.resolve();
  writer.send({ n: 3 });
  await writer.flushed();
  assertEquals(written.join(""), [1, 2, 3].map((n) => `${KEY} {"n":${n}}\n`).join(""));
});

Deno.test("FrameWriter goes on quietly when the other side is gone", async () => {
  let calls = 0;
  const writer = new FrameWriter(() => {
    calls++;
    return Promise.reject(new Deno.errors.BrokenPipe("gone"));
  }, KEY);
  writer.send(1);
  await writer.flushed();
  writer.send(2);
  await writer.flushed();
  assertEquals(calls, 2);
});

async function collect(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  return await Array.fromAsync(splitLines(stream));
}

function chunked(bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const size = (cuts[turn % cuts.length] ?? 0) + 1;
    chunks.push(bytes.slice(start, start + size));
    start += size;
  }
  return ReadableStream.from(chunks);
}
