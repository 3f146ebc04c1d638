import { assertEquals } from "@std/assert";
import { LogWriter } from "../../../src/cli/log_writer.ts";

/** A reader that takes a few bytes at a time, once it is let. */
class SlowReader {
  read = "";
  #turn = Promise.withResolvers<void>();
  readonly #decoder = new TextDecoder();

  readOn(): void {
    this.#turn.resolve();
  }

  async write(bytes: Uint8Array): Promise<number> {
    await this.#turn.promise;
    const taken = bytes.subarray(0, 5);
    this.read += this.#decoder.decode(taken, { stream: true });
    return taken.length;
  }
}

Deno.test("LogWriter writes everything in order, in as many parts as the reader takes", async () => {
  const reader = new SlowReader();
  const writer = new LogWriter(reader);
  writer.write("first öne\n");
  writer.write("second 🎉\n");
  reader.readOn();
  writer.write("third\n");
  await writer.flush();
  assertEquals(reader.read, "first öne\nsecond 🎉\nthird\n");
});

Deno.test("LogWriter keeps a limited amount for a reader that does not read, and says what it left out", async () => {
  const reader = new SlowReader();
  const writer = new LogWriter(reader, { limit: 10 });
  for (const text of ["12345\n", "6789", "x", "yz"]) writer.write(text);
  reader.readOn();
  await writer.flush();
  writer.write("more\n");
  await writer.flush();
  assertEquals(reader.read, "12345\n6789(3 characters were not read in time and are left out)\nmore\n");
});

Deno.test("LogWriter.flush() does not wait for a reader that reads nothing", async () => {
  const reader = new SlowReader();
  const writer = new LogWriter(reader, { stalledMs: 1 });
  writer.write("lost\n");
  await writer.flush();
  assertEquals(reader.read, "");
  reader.readOn();
  await writer.flush();
});

Deno.test("LogWriter takes everything and keeps nothing when its reader is gone", async () => {
  let tries = 0;
  const write = () => {
    tries++;
    return Promise.reject(new Deno.errors.BrokenPipe());
  };
  const writer = new LogWriter({ write });
  writer.write("a");
  await writer.flush();
  writer.write("b");
  await writer.flush();
  assertEquals(tries, 1);
});
