import { assertEquals } from "@std/assert";
import { inWorker } from "./_in_worker.ts";

Deno.test("installOutput() tells stdout from stderr and keeps the order", async () => {
  const { value } = await inWorker(`
    console.log("log");
    console.error("error");
    process.stdout.write("stdout");
    process.stderr.write("stderr");
    Deno.stdout.writeSync(new TextEncoder().encode("Deno.stdout"));
    builtin("fs").writeSync(2, "fs");
    return log.map(({ stream, text }) => [stream, text]);
  `);
  assertEquals(value, [
    ["stdout", "log\n"],
    ["stderr", "error\n"],
    ["stdout", "stdout"],
    ["stderr", "stderr"],
    ["stdout", "Deno.stdout"],
    ["stderr", "fs"],
  ]);
});

Deno.test("installOutput() puts together a character that is split between writes", async () => {
  const { value } = await inWorker(`
    const bytes = new TextEncoder().encode("a€");
    for (const byte of bytes) builtin("fs").writeSync(1, Uint8Array.of(byte));
    return log.map(({ text }) => text).join("|");
  `);
  assertEquals(value, "a|€");
});

Deno.test("installOutput() leaves streams that outlive their end, and can be replaced", async () => {
  const { value } = await inWorker(`
    await new Promise((resolve) => process.stdout.end("a", resolve));
    await new Promise((resolve) => setTimeout(resolve, 1));
    process.stdout.write("b");
    process.stdout = { write: (text) => log.push({ text: "own " + text }) };
    process.stdout.write("c");
    return log.map(({ text }) => text);
  `);
  assertEquals(value, ["a", "b", "own c"]);
});

Deno.test("installOutput() leaves stdin at its end", async () => {
  const { value } = await inWorker(`
    let chunks = 0;
    for await (const _ of process.stdin) chunks++;
    return [chunks, await Deno.stdin.read(new Uint8Array(1)), Deno.stdin.readSync(new Uint8Array(1))];
  `);
  assertEquals(value, [0, null, null]);
});
