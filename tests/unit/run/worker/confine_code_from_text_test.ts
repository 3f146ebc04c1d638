import { assertEquals, assertMatch } from "@std/assert";
import { inWorker } from "./_in_worker.ts";

Deno.test("confineCodeFromText() leaves Function and its kin what they are", async () => {
  const { value } = await inWorker(`
    const kin = [async () => {}, function* () {}, async function* () {}].map((example) => example.constructor);
    class Adder extends Function { constructor() { super("a", "b", "return a + b"); } }
    return {
      names: [Function, ...kin].map((one) => [one.name, one.length]),
      kin: kin.map((one) => Object.getPrototypeOf(one) === Function && one.prototype.constructor === one),
      results: [new Function("a", "return a")(1), Function("return 2")(), await new kin[0]("return await 3")()],
      subclass: [new Adder()(1, 3), new Adder() instanceof Adder, new Adder() instanceof Function],
      constructor: (() => {}).constructor === Function,
      nothing: typeof new Function(),
    };
  `);
  assertEquals(value, {
    names: [["Function", 1], ["AsyncFunction", 1], ["GeneratorFunction", 1], ["AsyncGeneratorFunction", 1]],
    kin: [true, true, true],
    results: [1, 2, 3],
    subclass: [4, true, true],
    constructor: true,
    nothing: "function",
  });
});

Deno.test("confineCodeFromText() lets eval see globals only", async () => {
  const { value } = await inWorker(`
    const local = 1;
    return [eval("1 + 1"), (0, eval)("var shared = 3; shared"), globalThis.shared, eval("typeof local"), eval([5])[0], eval.name];
  `);
  assertEquals(value, [2, 3, 3, "undefined", 5, "eval"]);
});

Deno.test("confineCodeFromText() lets faults of the text be seen", async () => {
  assertMatch((await inWorker(`return new Function("}{");`)).error ?? "", /^SyntaxError/);
  assertMatch((await inWorker(`return eval("]");`)).error ?? "", /^SyntaxError/);
});

Deno.test("confineCodeFromText() gives timers that take functions only and can be unreferenced", async () => {
  const { value } = await inWorker(`
    const timer = setTimeout(() => {}, 1);
    const kinds = [typeof timer.unref, typeof setInterval, typeof setImmediate];
    clearTimeout(timer);
    try {
      setTimeout("1");
    } catch (error) {
      return [...kinds, error.code];
    }
  `);
  assertEquals(value, ["function", "function", "function", "ERR_INVALID_ARG_TYPE"]);
});

Deno.test("detachInternals() leaves no way to the runtime's inside", async () => {
  const { value } = await inWorker(`
    process.on("unhandledRejection", () => {});
    return [Deno.internal, Object.getOwnPropertySymbols(Deno).length, process.listenerCount("unhandledRejection")];
  `);
  assertEquals(value, [undefined, 0, 1]);
});
