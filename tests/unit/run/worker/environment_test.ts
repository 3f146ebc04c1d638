import { assertEquals } from "@std/assert";
import { inWorker } from "./_in_worker.ts";

Deno.test("installEnvironment() leaves exactly the granted keys", async () => {
  const { value } = await inWorker(`
    return [{ ...process.env }, Object.keys(process.env), Deno.env.toObject(), process.env.PATH, Deno.env.get("PATH"), "PATH" in process.env, Deno.env.has("PATH")];
  `);
  const granted = { GRANTED: "yes" };
  assertEquals(value, [granted, ["GRANTED"], granted, undefined, undefined, false, false]);
});

Deno.test("installEnvironment() keeps what is written, as text, for both and for nobody else", async () => {
  const { value } = await inWorker(`
    process.env.A = 5;
    Deno.env.set("B", "b");
    Object.defineProperty(process.env, "C", { value: true, writable: true, enumerable: true, configurable: true });
    const written = { ...process.env };
    delete process.env.A;
    Deno.env.delete("B");
    return [written, Deno.env.get("A"), process.env.B];
  `);
  assertEquals(value, [{ GRANTED: "yes", A: "5", B: "b", C: "true" }, undefined, undefined]);
  assertEquals([Deno.env.get("A"), Deno.env.get("B"), Deno.env.get("C")], [undefined, undefined, undefined]);
});
