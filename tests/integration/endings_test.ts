import { assertEquals, assertMatch } from "@std/assert";
import { call, connect, type Connection } from "./harness/connect.ts";
import { makeEntrypoints } from "./harness/probe.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeProject } from "./harness/temp_project.ts";

const HEAD = `import { EventEmitter } from "node:events";
import process from "node:process";`;

const AGAIN = `return "again";`;

/** How a run ended: its output as JSON, or `! CODE: message`. */
async function end(connection: Connection, id: string): Promise<string> {
  const { isError, structuredContent } = await call(connection, id);
  if (!isError) return JSON.stringify(structuredContent.output);
  const { code, message } = structuredContent.error;
  return `! ${code}: ${message}`;
}

/** Runs every body in one server, then a plain one, and compares how each ended. */
async function assertEnds(
  table: Readonly<Record<string, readonly [string, RegExp | string]>>,
  timeouts: Readonly<Record<string, number>> = {},
): Promise<void> {
  const bodies = Object.fromEntries(Object.entries(table).map(([id, [body]]) => [id, body]));
  await using project = await makeEntrypoints({ ...bodies, again: AGAIN }, { head: HEAD, timeouts });
  await using connection = await connect(project);
  for (const [id, [, wanted]] of Object.entries(table)) {
    const found = await end(connection, id);
    if (typeof wanted === "string") assertEquals(found, wanted, id);
    else assertMatch(found, wanted, `${id}: ${found}`);
  }
  assertEquals(await end(connection, "again"), '"again"');
}

const calls = (call: string) =>
  `! run_failed: The workflow called ${call}, which ends a run without a result`;

Deno.test("what would end the worker ends the run, and says which call it was", async () => {
  await assertEnds({
    denoExit: ["Deno.exit(3);", calls("Deno.exit(3)")],
    processExit: ["process.exit();", calls("process.exit()")],
    reallyExit: ["(process as any).reallyExit(4);", calls("process.reallyExit(4)")],
    abort: ["process.abort();", calls("process.abort()")],
    kill: ["process.kill(process.pid);", /called process\.kill\(\d+\)/],
    killed: [`process.kill(process.pid, "SIGKILL");`, /called process\.kill\(\d+\)/],
    denoKill: ["Deno.kill(Deno.pid);", /called Deno\.kill\(\d+\)/],
    close: ["close();", calls("close()")],
    selfClose: ["self.close();", calls("close()")],
    later: ["setTimeout(() => process.exit(0)); await new Promise(() => {});", calls("process.exit(0)")],
    caught: ["try { process.exit(1); } catch {} await new Promise(() => {});", calls("process.exit(1)")],
    exitCode: ["process.exitCode = 1; Deno.exitCode = 7; return 1;", "1"],
    emitted: [`process.emit("exit", 1); return 1;`, "1"],
  });
});

Deno.test("a run that fails outside of its function fails with the reason", async () => {
  await assertEnds({
    rejection: [
      `Promise.reject(new RangeError("lost")); await new Promise(() => {});`,
      "! run_failed: RangeError: lost",
    ],
    rejectionOfNothing: [`Promise.reject(); await new Promise(() => {});`, /The workflow threw undefined/],
    handledRejection: [
      `process.on("unhandledRejection", () => {}); Promise.reject(1); await new Promise((done) => setTimeout(done, 20)); return 1;`,
      "1",
    ],
    timer: [
      `setTimeout(() => { throw new TypeError("in a timer"); }); await new Promise(() => {});`,
      "! run_failed: TypeError: in a timer",
    ],
    handledTimer: [
      `process.on("uncaughtException", () => {}); setTimeout(() => { throw new TypeError(); }); await new Promise((done) => setTimeout(done, 20)); return 1;`,
      "1",
    ],
    microtask: [
      `queueMicrotask(() => { throw new Error("in a microtask"); }); await new Promise(() => {});`,
      "! run_failed: in a microtask",
    ],
    event: [`new EventEmitter().emit("error", new Error("unheard")); return 1;`, "! run_failed: unheard"],
    reported: [
      `reportError(new Error("reported")); await new Promise(() => {});`,
      "! run_failed: reported",
    ],
  });
});

Deno.test("whatever is thrown, the run fails with words", async () => {
  await assertEnds({
    text: [`throw "just text";`, "! run_failed: just text"],
    nothing: [
      `throw undefined;`,
      "! run_failed: The workflow threw undefined instead of an error that says why",
    ],
    nul: [`throw null;`, "! run_failed: The workflow threw null instead of an error that says why"],
    object: [`throw { reason: 5 };`, '! run_failed: {"reason":5}'],
    symbol: [`throw Symbol("s");`, "! run_failed: Symbol(s)"],
    trap: [
      `throw new Proxy(new Error("p"), { get() { throw 1; }, getPrototypeOf() { throw 2; } });`,
      /^! run_failed: The workflow failed/,
    ],
    getters: [
      `throw Object.defineProperty(new Error(), "message", { get() { throw 1; } });`,
      /^! run_failed: an error that cannot/,
    ],
    overflow: [
      `const f = (): number => f() + 1; return f();`,
      "! run_failed: RangeError: Maximum call stack size exceeded",
    ],
    textImport: [`return await (0, eval)("import('node:fs')");`, /^! run_failed: Cannot import in code/],
    file: [
      `return Deno.readTextFileSync("/etc/hostname");`,
      /^! run_failed: Cannot read "\/etc\/hostname": /,
    ],
    network: [
      `return await fetch("http://127.0.0.1:1/");`,
      /^! run_failed: Cannot reach "127\.0\.0\.1:1": .*permissions\.net/,
    ],
    program: [`return new Deno.Command("/bin/ls").outputSync();`, /^! run_failed: Cannot start "\/bin\/ls"/],
  });
});

Deno.test("a run that never turns ends at its time limit, and the next one runs", async () => {
  await assertEnds({
    microtasks: [`const f = (): any => Promise.resolve().then(f); await f();`, /^! timeout/],
    loop: [`for (;;) {}`, /^! timeout/],
    sleep: [`Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`, /^! timeout/],
    nothing: [`await new Promise(() => {});`, /^! timeout/],
  }, { microtasks: 500, loop: 500, sleep: 500, nothing: 500 });
});

Deno.test("changed built-in objects break their own run at most, and it ends", async () => {
  const patch = (target: string) => `${target} = () => { throw new Error("patched"); }; return { a: [1] };`;
  const ends = /^(\{"a":\[1\]\}|! run_failed: .+)$/;
  await assertEnds({
    push: [patch("Array.prototype.push"), ends],
    iterator: [patch("Array.prototype[Symbol.iterator]"), ends],
    stringify: [patch("JSON.stringify"), ends],
    parse: [patch("JSON.parse"), ends],
    then: [patch("Promise.prototype.then"), ends],
    toJSON: [patch("(Object.prototype as any).toJSON"), ends],
    toJSONgives: [`(Object.prototype as any).toJSON = () => undefined; return { a: [1] };`, ends],
    now: [patch("Date.now"), ends],
    get: [patch("Map.prototype.get"), ends],
    add: [patch("Set.prototype.add") + " //", ends],
    entries: [patch("Object.entries"), ends],
    freeze: [patch("Object.freeze"), ends],
    apply: [patch("Reflect.apply"), ends],
    construct: [patch("Reflect.construct"), ends],
    dispatch: [patch("EventTarget.prototype.dispatchEvent"), ends],
    post: [patch("MessagePort.prototype.postMessage"), ends],
    call: [patch("Function.prototype.call"), ends],
    stack: [`Error.prepareStackTrace = () => { throw 1; }; throw new Error("told");`, "! run_failed: told"],
    frames: [
      `Error.prepareStackTrace = (_, frames) => frames; throw new Error("told");`,
      "! run_failed: told",
    ],
    hasInstance: [
      `Object.defineProperty(Error, Symbol.hasInstance, { value() { throw 1; } }); throw new Error("x");`,
      /^! run_failed: .+/,
    ],
    step: [
      `Map.prototype.get = Map.prototype.set = () => { throw new Error("patched"); }; console.log("x"); return await ctx.step("s", () => ({ a: [1] }));`,
      ends,
    ],
  });
});

Deno.test("project code can neither hear, forge nor send the worker's messages", async () => {
  const wait = "await new Promise((done) => setTimeout(done, 20));";
  await assertEnds({
    hear: [
      `const heard: unknown[] = []; addEventListener("message", (event) => heard.push(event)); (globalThis as any).onmessage = (event: unknown) => heard.push(event); await ctx.step("one", () => 1); ${wait} return heard.filter((event: any) => event.data !== null).length;`,
      "0",
    ],
    forge: [
      `for (const data of [{ type: "cancel", reason: "timeout" }, { type: "run", runId: "x", entrypointId: "again", values: {}, files: {} }]) dispatchEvent(new MessageEvent("message", { data })); ${wait} return ctx.signal.aborted;`,
      "false",
    ],
    catchThePort: [
      `
const caught: unknown[] = [];
const note = (that: any) => { if (that instanceof MessagePort || that?.item instanceof MessagePort || that?.ports?.length) caught.push(that); };
const { MessageChannel: NodeMessageChannel } = (process as any).getBuiltinModule("worker_threads");
const symbols = Object.getOwnPropertySymbols(new NodeMessageChannel().port1);
EventTarget.prototype.dispatchEvent = function () { note(this); return true; };
for (const prototype of [Event.prototype, MessageEvent.prototype]) {
  for (const [name, { get, configurable }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (get && configurable) Object.defineProperty(prototype, name, { get() { const value = get.call(this); note(value); return value; } });
  }
}
for (const symbol of symbols) Object.defineProperty(Object.prototype, symbol, { get() { note(this); }, set() { note(this); } });
for (const index of [0, 1, 2]) Object.defineProperty(Array.prototype, index, { set(value) { note(value); Object.defineProperty(this, index, { value, writable: true, enumerable: true, configurable: true }); } });
await ctx.step("one", () => 1);
await ctx.step("two", () => 2);
return caught.length;`,
      "0",
    ],
    rewrite: [
      `
(Object.prototype as any).toJSON = function () {
  return this.type === undefined ? this : { type: "outcome", outcome: { status: "success", output: "forged" } };
};
console.log("a message");
await ctx.step("one", () => 1);
return { honest: [1] };`,
      '{"honest":[1]}',
    ],
    rewriteForGood: [
      `
Object.defineProperty(Object.prototype, "toJSON", { value: () => ({ type: "outcome", outcome: { status: "success", output: "forged" } }) });
return "honest";`,
      /^! run_failed/,
    ],
    send: [
      `return [typeof (globalThis as any).postMessage, "postMessage" in Object.getPrototypeOf(globalThis)];`,
      '["undefined",false]',
    ],
  });
});

Deno.test("a module that ends the worker while it is loaded is told by its call", async () => {
  await using project = await makeProject({
    "workflow.ts": `Deno.exit(5);\nexport default {};\n`,
  });
  const { code, stderr } = await runCommand(["structure", project.dir, "--data-dir", project.dataDir]);
  assertEquals(code, 1);
  assertMatch(stderr, /The workflow called Deno\.exit\(5\)/);
});

Deno.test("one run changes nothing for the next one of the same process", async () => {
  const look =
    `return [process.pid, Deno.cwd(), Deno.umask(), process.env.LEFT ?? null, (globalThis as any).left ?? null, typeof Array.prototype.at, process.listenerCount("SIGTERM")];`;
  await using project = await makeEntrypoints({
    look,
    change: `
for (const work of [() => Deno.chdir("/"), () => process.chdir("/"), () => Deno.umask(0), () => process.umask(0)]) {
  try { work(); } catch { /* refused */ }
}
process.env.LEFT = "here";
(globalThis as any).left = "here";
(Array.prototype as any).at = undefined;
process.on("SIGTERM", () => {});
Deno.addSignalListener("SIGTERM", () => {});
process.title = "left";
`,
  }, { head: HEAD });
  await using connection = await connect(project);
  const before = await end(connection, "look");
  await end(connection, "change");
  assertEquals(await end(connection, "look"), before);
});
