import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runProbes } from "./harness/probe.ts";
import { RawServer } from "./harness/raw_server.ts";
import { makeMain } from "./harness/temp_project.ts";

const HEAD = `
import * as nodeConsole from "node:console";
import net from "node:net";
import readline from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import tty from "node:tty";
import util from "node:util";
const bytes = (text: string) => new TextEncoder().encode(text);
`;

/** Runs a workflow that prints, and gives what came of it. */
function print(body: string) {
  return runProbes(body, { head: HEAD });
}

Deno.test("console of every kind lands in the run's log, in order", async () => {
  const { log } = await print(`
console.log("log %s %d", "a", 1, { b: 2 });
console.info("info");
console.debug("debug");
console.warn("warn");
console.error(new RangeError("error").message);
console.dir({ a: { b: { c: 1 } } });
console.dirxml("dirxml");
console.assert(1 > 2, "assert");
console.count("count");
console.countReset("count");
console.group("group");
console.log("inside");
console.groupEnd();
console.table([{ a: 1 }]);
console.clear();
nodeConsole.log("node:console");
new nodeConsole.Console(process.stdout, process.stderr).error("new Console");
new (console as any).Console({ stdout: process.stdout }).log("new console.Console");
(process as any)._rawDebug("raw %s", "debug");
console.log("");
console.log("last");
`);
  assertEquals(log, [
    "log a 1 { b: 2 }",
    "info",
    "debug",
    "warn",
    "error",
    "{ a: { b: { c: 1 } } }",
    "dirxml",
    "Assertion failed: assert",
    "count: 1",
    "group",
    "  inside",
    "┌─────────┬───┐",
    "│ (index) │ a │",
    "├─────────┼───┤",
    "│ 0       │ 1 │",
    "└─────────┴───┘",
    "node:console",
    "new Console",
    "new console.Console",
    "raw debug",
    "",
    "last",
  ]);
});

Deno.test("console tells times and traces", async () => {
  const { log } = await print(`
console.time("t");
console.timeLog("t", "so far");
console.timeEnd("t");
console.trace("here");
`);
  const [so, end, trace, frame] = log;
  assertMatch(so ?? "", /^t: [\d.]+m?s so far$/);
  assertMatch(end ?? "", /^t: [\d.]+m?s$/);
  assertEquals(trace, "Trace: here");
  assertMatch(frame ?? "", /workflow\.ts:\d+:\d+/);
});

Deno.test("the standard streams of Deno and Node land in the run's log", async () => {
  const { log, results } = await print(`
Deno.stdout.writeSync(bytes("Deno.stdout.writeSync\\n"));
await Deno.stderr.write(bytes("Deno.stderr.write\\n"));
for (const part of [bytes("€ split\\n").subarray(0, 1), bytes("€ split\\n").subarray(1)]) Deno.stdout.writeSync(part);
await new Blob(["Deno.stdout.writable\\n"]).stream().pipeTo(Deno.stdout.writable);
process.stdout.write("process.stdout\\n");
process.stderr.write(Buffer.from("process.stderr\\n"));
process.stdout.write("YmFzZTY0Cg==", "base64");
await probe("a callback", () => new Promise((resolve) => process.stdout.write("with a callback\\n", () => resolve("called"))));
process.stdout.cork();
process.stdout.write("corked\\n");
process.stdout.uncork();
await probe("pipe", () => new Promise((resolve) => Readable.from(["piped\\n"]).on("end", () => resolve("ended")).pipe(process.stdout)));
await probe("pipeline", () => pipeline(Readable.from(["pipelined\\n"]), process.stdout));
await probe("end", () => new Promise((resolve) => process.stderr.end("ended\\n", () => resolve("ended"))));
process.stderr.write("after the end\\n");
process.stdout.destroy();
process.stdout.write("after destroy\\n");
console.log("and console");
await probe("what they are", () => [process.stdout.isTTY, process.stdout.fd, process.stderr.fd, process.stdout.columns, typeof process.stdout.getWindowSize, Deno.stdout.isTerminal()]);
`);
  assertEquals(log, [
    "Deno.stdout.writeSync",
    "Deno.stderr.write",
    "€ split",
    "Deno.stdout.writable",
    "process.stdout",
    "process.stderr",
    "base64",
    "with a callback",
    "corked",
    "piped",
    "pipelined",
    "ended",
    "after the end",
    "after destroy",
    "and console",
  ]);
  assertEquals(results, {
    "a callback": '"called"',
    "pipe": '"ended"',
    "pipeline": "undefined",
    "end": '"ended"',
    "what they are": '[false,1,2,null,"undefined",false]',
  });
});

Deno.test("what node:fs writes to the descriptors 1 and 2 lands in the run's log", async () => {
  const { log, results } = await print(`
await probe("writeSync", () => [fs.writeSync(1, "writeSync €\\n"), fs.writeSync(2, Buffer.from("--part\\n--"), 2, 5), fs.writeSync(1, "68656c6c6f0a", null, "hex")]);
await probe("writevSync", () => fs.writevSync(1, [Buffer.from("writev"), Buffer.from("Sync\\n")]));
await probe("write", () => called(fs.write as any, 1, "write\\n"));
await probe("write of a part", () => called(fs.write as any, 2, Buffer.from("--part\\n--"), 2, 5, null));
await probe("promisify(write)", async () => (await util.promisify(fs.write)(1, "promised\\n")).bytesWritten);
await probe("writev", () => called(fs.writev as any, 1, [Buffer.from("writev\\n")]));
await probe("writeFileSync", () => fs.writeFileSync(1, "writeFileSync\\n"));
await probe("appendFileSync", () => fs.appendFileSync("/dev/stderr", "appendFileSync\\n"));
await probe("writeFile", () => called(fs.writeFile as any, "/dev/stdout", "writeFile\\n"));
await probe("promises", async () => [await fs.promises.writeFile("/dev/stdout", "promises.writeFile\\n"), await fs.promises.appendFile("/dev/stderr", "promises.appendFile\\n")]);
await probe("openSync", () => { const fd = fs.openSync("/dev/stdout", "w"); fs.writeSync(fd, "openSync\\n"); fs.fsyncSync(fd); fs.closeSync(fd); return fd; });
const streamed = (path: string, options?: any) => new Promise((resolve, reject) =>
  fs.createWriteStream(path, options).on("error", reject).on("finish", () => resolve("finished")).end("createWriteStream\\n"));
await probe("createWriteStream of a descriptor", () => streamed("", { fd: 1 }));
await probe("createWriteStream of a path", () => streamed("/dev/stderr"));
await probe("promises.open", () => fs.promises.open("/dev/stdout", "w"));
await probe("Deno.open", () => Deno.openSync("/dev/stdout", { write: true }));
await probe("a closed descriptor", () => fs.fstatSync(1));
await probe("tty", () => [tty.isatty(1), tty.isatty(2)]);
await probe("tty.WriteStream", () => void new tty.WriteStream(1));
await probe("a socket", () => void new net.Socket({ fd: 1 }));
console.log("still works");
`);
  assertEquals(log, [
    "writeSync €",
    "part",
    "hello",
    "writevSync",
    "write",
    "part",
    "promised",
    "writev",
    "writeFileSync",
    "appendFileSync",
    "writeFile",
    "promises.writeFile",
    "promises.appendFile",
    "openSync",
    "createWriteStream",
    "createWriteStream",
    "still works",
  ]);
  const { "a socket": socket, "tty.WriteStream": terminal, ...others } = results;
  assertMatch(socket ?? "", /^! /);
  assertMatch(terminal ?? "", /^! /);
  assertEquals(others, {
    "writeSync": "[14,5,6]",
    "writevSync": "11",
    "write": "6",
    "write of a part": "5",
    "promisify(write)": "9",
    "writev": "7",
    "writeFileSync": "undefined",
    "appendFileSync": "undefined",
    "writeFile": "undefined",
    "promises": "[null,null]",
    "openSync": "1",
    "createWriteStream of a descriptor": '"finished"',
    "createWriteStream of a path": '"finished"',
    "promises.open": others["promises.open"] ?? "",
    "Deno.open": others["Deno.open"] ?? "",
    "a closed descriptor": "! EBADF: EBADF: bad file descriptor, fstat",
    "tty": "[false,false]",
  });
  assertMatch(others["promises.open"] ?? "", /^! EACCES/);
  assertMatch(others["Deno.open"] ?? "", /^! EACCES/);
});

Deno.test("stdin is at its end and never the host's", async () => {
  const { results } = await print(`
await probe("readline", async () => { let lines = 0; for await (const _ of readline.createInterface({ input: process.stdin })) lines++; return lines; });
await probe("process.stdin", async () => { let chunks = 0; for await (const _ of process.stdin) chunks++; return [chunks, process.stdin.isTTY]; });
await probe("Deno.stdin", async () => [await Deno.stdin.read(new Uint8Array(9)), Deno.stdin.readSync(new Uint8Array(9)), (await Deno.stdin.readable.getReader().read()).done]);
await probe("readFileSync(0)", () => fs.readFileSync(0));
await probe("readSync(0)", () => fs.readSync(0, Buffer.alloc(9)));
await probe("read(0)", () => called(fs.read as any, 0, Buffer.alloc(9), 0, 9, null));
await probe("createReadStream", () => new Promise((resolve, reject) => fs.createReadStream("", { fd: 0 }).on("error", reject).on("data", resolve).on("end", () => resolve("end"))));
await probe("/dev/stdin", () => fs.readFileSync("/dev/stdin"));
await probe("a socket", () => void new net.Socket({ fd: 0 }));
`);
  const { "a socket": socket, "/dev/stdin": path, ...others } = results;
  assertMatch(socket ?? "", /^! /);
  assertMatch(path ?? "", /^! ENOENT/);
  const closed = "! EBADF: Bad resource ID";
  assertEquals(others, {
    "readline": "0",
    "process.stdin": "[0,false]",
    "Deno.stdin": "[null,null,true]",
    "readFileSync(0)": closed,
    "readSync(0)": closed,
    "read(0)": closed,
    "createReadStream": closed,
  });
});

Deno.test("whatever a project prints, a client sees messages only", async () => {
  const body = `
for (const text of ['{"jsonrpc":"2.0","id":1,"result":{}}\\n', "no end", "\\u0000\\r\\n"]) {
  console.log(text);
  process.stdout.write(text);
  Deno.stdout.writeSync(new TextEncoder().encode(text));
  (globalThis as any).process.getBuiltinModule("fs").writeSync(1, text);
}
return "done";
`;
  await using project = await makeMain(body, {
    head: `import process from "node:process"; console.log("while loading");`,
  });
  await using server = new RawServer(["mcp", project.dir, "--data-dir", project.dataDir]);
  await server.initialize();
  const { result } = await server.call("main");
  assertEquals(result.structuredContent.output, "done");
  await server.closeInput();
  await server.status;
  assertStringIncludes(server.stderr, "while loading");
  assertStringIncludes(server.stderr, "no end");
});
