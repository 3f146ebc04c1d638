import { assertEquals } from "@std/assert";
import { MessageWriter } from "../../../src/streams/message_writer.ts";

const encoder = new TextEncoder();

Deno.test("MessageWriter writes lines whole and in order although the sink takes a few bytes at a time", async () => {
  const written: number[] = [];
  const sink = {
    async write(bytes: Uint8Array): Promise<number> {
      await Promise.resolve();
      written.push(...bytes.subarray(0, 3));
      return Math.min(3, bytes.length);
    },
  };
  const writer = new MessageWriter(sink, () => {});
  writer.write(encoder.encode("first line\n"));
  writer.write(encoder.encode("é\n"));
  await writer.flush();
  assertEquals(new TextDecoder().decode(new Uint8Array(written)), "first line\né\n");
});

Deno.test("MessageWriter waits for one write before the next", async () => {
  const first = Promise.withResolvers<number>();
  let writes = 0;
  const sink = {
    write: (bytes: Uint8Array) => ++writes === 1 ? first.promise : Promise.resolve(bytes.length),
  };
  const writer = new MessageWriter(sink, () => {});
  writer.write(encoder.encode("a\n"));
  const second = writer.write(encoder.encode("b\n"));
  await Promise.resolve();
  assertEquals(writes, 1);
  first.resolve(2);
  await second;
  assertEquals(writes, 2);
});

Deno.test("MessageWriter goes on where it stopped when the sink is not ready for a while", async () => {
  const written: number[] = [];
  let attempts = 0;
  const sink = {
    write(bytes: Uint8Array): Promise<number> {
      if (attempts++ % 2 === 1) return Promise.reject(new Deno.errors.WouldBlock("full"));
      written.push(...bytes.subarray(0, 4));
      return Promise.resolve(Math.min(4, bytes.length));
    },
  };
  const writer = new MessageWriter(sink, () => {});
  await writer.write(encoder.encode("0123456789\n"));
  assertEquals(new TextDecoder().decode(new Uint8Array(written)), "0123456789\n");
});

for (
  const [what, write] of [
    ["fails", () => Promise.reject(new Deno.errors.BrokenPipe("broken pipe"))],
    ["takes nothing", () => Promise.resolve(0)],
  ] as const
) {
  Deno.test(`MessageWriter says once that the sink ${what}, and drops what comes after`, async () => {
    let writes = 0;
    let broken = 0;
    const sink = { write: () => (writes++, write()) };
    const writer = new MessageWriter(sink, () => broken++);
    writer.write(encoder.encode("a\n"));
    await writer.write(encoder.encode("b\n"));
    await writer.flush();
    assertEquals({ writes, broken }, { writes: 1, broken: 1 });
  });
}
