import { assertEquals, assertMatch } from "@std/assert";
import { type Probes, runProbes } from "./harness/probe.ts";

/** Every probe must come to what the table says, and every line of the table must have its probe. */
function assertResults({ results }: Probes, expected: Readonly<Record<string, RegExp | string>>): void {
  assertEquals(Object.keys(results), Object.keys(expected));
  for (const [name, wanted] of Object.entries(expected)) {
    const found = results[name] ?? "";
    if (typeof wanted === "string") assertEquals(found, wanted, name);
    else assertMatch(found, wanted, `${name}: ${found}`);
  }
}

const SECRET = { "secret.json": '{"key":"SECRET"}', "secret.txt": "SECRET" };

const MODULES = `
import childProcess from "node:child_process";
import cluster from "node:cluster";
import events from "node:events";
import inspector from "node:inspector";
import Module from "node:module";
import net from "node:net";
import { Readable } from "node:stream";
import threads from "node:worker_threads";
import vm from "node:vm";

let count = 0;
const IMPORT = () =>
  "import" + "(" + JSON.stringify("file://" + OUTSIDE + "/secret.json") + ", { with: { type: 'json' } }).then((m) => m.default) //" + count++;
const BODY = () => "return " + IMPORT();
const AsyncFunction = (async () => {}).constructor as any;
const GeneratorFunction = (function* () {}).constructor as any;
const AsyncGeneratorFunction = (async function* () {}).constructor as any;
const Modules = Module as any;
const anyProcess = process as any;
const anyDeno = Deno as any;
`;

const NO_IMPORT = /^! .*: Referrer uses invalid specifier/;
const NO_CODE = /^! EvalError: /;

Deno.test("code that is made from text imports nothing", async () => {
  const named = '{ filename: "file:///a.js" }';
  const works: Record<string, string> = {
    "direct eval": `eval(IMPORT())`,
    "indirect eval": `(0, eval)(IMPORT())`,
    "eval in text": `new Function("text", "return eval(text)")(IMPORT())`,
    "Function": `new Function(BODY())()`,
    "Function without new": `Function(BODY())()`,
    "Function in text": `new Function("return new Function(" + JSON.stringify(BODY()) + ")()")()`,
    "constructor of a function": `(() => {}).constructor(BODY())()`,
    "constructor of a builtin": `(Array.prototype.push as any).constructor(BODY())()`,
    "constructor of a class": `(class {} as any).constructor(BODY())()`,
    "AsyncFunction": `new AsyncFunction(BODY())()`,
    "GeneratorFunction": `new GeneratorFunction(BODY())().next().value`,
    "AsyncGeneratorFunction": `new AsyncGeneratorFunction(BODY())().next().then((x: any) => x.value)`,
    "prototype of AsyncFunction": `Object.getPrototypeOf(AsyncFunction)(BODY())()`,
    "Reflect.construct": `Reflect.construct(Function, [BODY()], class {})()`,
    "a subclass": `new (class extends Function { constructor() { super(BODY()); } } as any)()()`,
    "a text that changes":
      `{ const texts = ["return 1", BODY()]; return new Function({ toString: () => texts.shift() } as any)() ?? 0 }`,
    "called by a promise": `Promise.resolve(BODY()).then(Function as any).then((f: any) => f())`,
    "called by an event":
      `new Promise((resolve, reject) => new events.EventEmitter().on("x", (text) => Function(text)().then(resolve, reject)).emit("x", BODY()))`,
    "compiled to machine code":
      `{ const make = (text: string) => new Function(text); for (let i = 0; i < 100_000; i++) make("return 1"); return make(BODY())(); }`,
    "with a source URL": `(0, eval)(IMPORT() + "\\n//# sourceURL=file:///a.js")`,
    "vm.Script": `new vm.Script(IMPORT(), ${named}).runInThisContext()`,
    "vm.Script named .": `new vm.Script(IMPORT(), ".").runInThisContext()`,
    "vm.Script of a prototype":
      `new (vm.Script.prototype as any).constructor(IMPORT(), ${named}).runInThisContext()`,
    "vm.Script with a name that changes":
      `{ const names = ["a", "file:///a.js"]; return new vm.Script(IMPORT(), { get filename() { return names.shift()!; } }).runInThisContext(); }`,
    "vm.createScript": `(vm as any).createScript(IMPORT(), ${named}).runInThisContext()`,
    "vm.runInThisContext": `vm.runInThisContext(IMPORT(), ${named})`,
    "vm.runInNewContext": `vm.runInNewContext(IMPORT(), {}, ${named})`,
    "vm.runInContext": `vm.runInContext(IMPORT(), vm.createContext({}), ${named})`,
    "vm.compileFunction": `vm.compileFunction(BODY(), [], ${named})()`,
    "vm.compileFunction in a context":
      `vm.compileFunction(BODY(), [], { filename: "file:///a.js", parsingContext: vm.createContext({}) })()`,
    "module._compile":
      `{ const m = new Modules("/x.js"); m._compile("module.exports = " + IMPORT(), "/x.js"); return m.exports; }`,
    "a CommonJS file":
      `{ const file = os.tmpdir() + "/a.cjs"; fs.writeFileSync(file, "module.exports = " + IMPORT()); return Module.createRequire(file)(file); }`,
  };
  const probes = Object.entries(works).map(([name, work]) =>
    `await probe(${JSON.stringify(name)}, () => ${work.startsWith("{") ? work : `(${work})`});`
  );
  const found = await runProbes(probes.join("\n"), { head: MODULES, files: SECRET });
  const expected = Object.fromEntries(Object.keys(works).map((name) => [name, NO_IMPORT]));
  assertResults(found, { ...expected, "a text that changes": "1" });
});

Deno.test("a new context of node:vm makes no code from text", async () => {
  const found = await runProbes(
    `
const own = (error: any) => { throw new (globalThis as any)[error.name](error.message); };
const inContext = (name: string, work: () => any) => probe(name, () => { try { return work(); } catch (error) { own(error); } });
await inContext("Function", () => vm.runInNewContext("Function")(BODY()));
await inContext("eval", () => vm.runInNewContext("eval")(IMPORT()));
await inContext("AsyncFunction", () => vm.runInNewContext("(async () => {}).constructor")(BODY()));
await inContext("asked for", () =>
  vm.runInContext("Function", vm.createContext({}, { codeGeneration: { strings: true } }))(BODY()));
await inContext("by a script", () =>
  new vm.Script("Function").runInNewContext({}, { contextCodeGeneration: { strings: true } } as any)(BODY()));
`,
    { head: MODULES, files: SECRET },
  );
  assertResults(found, {
    "Function": NO_CODE,
    "eval": NO_CODE,
    "AsyncFunction": NO_CODE,
    "asked for": NO_CODE,
    "by a script": NO_CODE,
  });
});

Deno.test("the original constructors cannot be got hold of", async () => {
  const found = await runProbes(
    `
await probe("by Reflect.construct", () => {
  const { construct } = Reflect;
  let stolen;
  Reflect.construct = (target: any, ...rest: any[]) => { stolen = target; return (construct as any)(target, ...rest); };
  new Function("return 1");
  new vm.Script("1");
  Reflect.construct = construct;
  return stolen === undefined;
});
await probe("by call and apply", () => {
  const { call, apply } = Function.prototype;
  let stolen;
  Function.prototype.call = Function.prototype.apply = function () { stolen = this; } as any;
  new Function("return 2");
  (0, eval)("3");
  Object.assign(Function.prototype, { call, apply });
  return stolen === undefined;
});
await probe("by toString", () => {
  let seen: unknown[] = [];
  new Function({ toString() {
    Error.prepareStackTrace = (_, frames) => frames.map((frame) => frame.getFunction());
    seen = new Error().stack as any;
    Error.prepareStackTrace = undefined;
    return "";
  } } as any);
  return seen.length > 1 && seen.every((fn) => fn === undefined);
});
await probe("by a setter on Object.prototype", () => {
  let stolen;
  const name = "nodeProcessUnhandledRejectionCallback";
  Object.defineProperty(Object.prototype, name, { configurable: true, set() { stolen = this; } });
  process.on("unhandledRejection", () => {});
  process.removeAllListeners("unhandledRejection");
  delete (Object.prototype as any)[name];
  return stolen === undefined;
});
await probe("by Deno.internal", () => [anyDeno.internal, Object.getOwnPropertySymbols(Deno).length]);
await probe("by their list", () => Module.builtinModules.filter((name) => name.startsWith("internal/")));
await probe("by internal modules", () => Modules._load("internal/test/binding"));
await probe("by internal modules with node:", () => Modules._load("node:internal/test/binding"));
await probe("by createRequire", () => Module.createRequire("/x.js")("internal/test/binding"));
await probe("by another way of resolving", () => {
  const { _resolveFilename } = Modules;
  Modules._resolveFilename = () => "node:internal/test/binding";
  try {
    return Module.createRequire("/x.js")("x");
  } finally {
    Modules._resolveFilename = _resolveFilename;
  }
});
await probe("by getBuiltinModule", () => anyProcess.getBuiltinModule("internal/test/binding"));
await probe("by V8's flags", () => {
  anyProcess.getBuiltinModule("v8").setFlagsFromString("--allow-natives-syntax");
  return new Function("return %GetHeapUsage()");
});
`,
    { head: MODULES },
  );
  assertResults(found, {
    "by Reflect.construct": "true",
    "by call and apply": "true",
    "by toString": "true",
    "by a setter on Object.prototype": "true",
    "by Deno.internal": "[null,0]",
    "by their list": "[]",
    "by internal modules": /^! MODULE_NOT_FOUND/,
    "by internal modules with node:": /^! MODULE_NOT_FOUND/,
    "by createRequire": /^! MODULE_NOT_FOUND/,
    "by another way of resolving": /^! MODULE_NOT_FOUND/,
    "by getBuiltinModule": "undefined",
    "by V8's flags": /^! SyntaxError/,
  });
});

Deno.test("code that is made from text works as before", async () => {
  const found = await runProbes(
    `
await probe("Function", () => [new Function("a", "b", "return a + b")(1, 2), Function("return this === globalThis")()]);
await probe("its kin", async () => [await new AsyncFunction("return await 1")(), [...new GeneratorFunction("yield 2")()]]);
await probe("what they are", () => [
  new Function() instanceof Function, (() => {}) instanceof Function, Function.name, Function.length,
  Function.prototype.constructor === Function, Object.getPrototypeOf(AsyncFunction) === Function,
  new (class X extends Function {} as any)("return 3")(),
]);
await probe("eval", () => [(0, eval)("var four = 4; four"), (globalThis as any).four, eval("2 + 3"), eval([6] as any)]);
await probe("text that only speaks of import", () => new Function("return 'import(x)'")());
await probe("vm", () => [
  vm.runInNewContext("a + 1", { a: 1 }), vm.isContext(vm.createContext({})), new vm.Script("1 + 2").runInThisContext(),
  vm.compileFunction("return a", ["a"])(4), new vm.Script("b = 5").runInNewContext({}),
]);
await probe("timers", async () => typeof setTimeout(() => {}).unref);
await probe("timers of text", () => setTimeout("1" as any));
`,
    { head: MODULES },
  );
  assertResults(found, {
    "Function": "[3,true]",
    "its kin": "[1,[2]]",
    "what they are": '[true,true,"Function",1,true,true,3]',
    "eval": "[4,4,5,[6]]",
    "text that only speaks of import": '"import(x)"',
    "vm": "[2,true,3,4,5]",
    "timers": '"function"',
    "timers of text": /^! ERR_INVALID_ARG_TYPE/,
  });
});

Deno.test("createRequire loads what a run may read, and no ES module", async () => {
  const found = await runProbes(
    `
const require = Module.createRequire(import.meta.url) as any;
const dir = os.tmpdir();
const importing = "import key from " + JSON.stringify("file://" + OUTSIDE + "/secret.json") + " with { type: 'json' }; export default key;";
for (const name of ["a.mjs", "a.js", "a.mts", "a.wasm"]) fs.writeFileSync(path.join(dir, name), importing);
fs.writeFileSync(path.join(dir, "ok.cjs"), "#!/usr/bin/env node\\nexports.list = [require('./ok.json').n, __filename === module.filename, require.resolve('./ok.json') === __dirname + '/ok.json']");
fs.writeFileSync(path.join(dir, "ok.json"), "\\uFEFF{\\"n\\": 1}");
await probe("a builtin", () => require("node:fs") === fs && require("fs") === fs);
await probe("package.json", () => require("./package.json").name);
await probe("CommonJS", () => require(path.join(dir, "ok.cjs")).list);
await probe("twice", () => require(path.join(dir, "ok.cjs")) === require(path.join(dir, "ok.cjs")));
await probe("something missing", () => require("nope"));
await probe("JSON outside", () => require(OUTSIDE + "/secret.json"));
await probe("JSON outside by its loader", () => { const m = new Modules("/x"); Modules._extensions[".json"](m, OUTSIDE + "/secret.json"); return m.exports; });
for (const name of ["a.mjs", "a.js", "a.mts", "a.wasm"]) await probe(name, () => require(path.join(dir, name)));
await probe("ESM by its loader", () => { const m = new Modules("/x"); Modules._extensions[".mjs"](m, path.join(dir, "a.mjs")); return m.exports; });
await probe("ESM as a text", () => { const m = new Modules("/x.js"); m._compile(importing, "/x.js", "module"); return m.exports; });
await probe("a native addon", () => anyProcess.dlopen({ exports: {} }, OUTSIDE + "/secret.txt"));
`,
    { head: MODULES, files: SECRET },
  );
  const refused = /^! ERR_REQUIRE_ESM: Cannot require/;
  assertResults(found, {
    "a builtin": "true",
    "package.json": '"test-project"',
    "CommonJS": "[1,true,true]",
    "twice": "true",
    "something missing": /^! MODULE_NOT_FOUND/,
    "JSON outside": /^! MODULE_NOT_FOUND/,
    "JSON outside by its loader": /^! ENOENT/,
    "a.mjs": refused,
    "a.js": refused,
    "a.mts": refused,
    "a.wasm": refused,
    "ESM by its loader": refused,
    "ESM as a text": refused,
    "a native addon": refused,
  });
});

Deno.test("a run reads its project, writes its scratch folder, and the rest is not there", async () => {
  const found = await runProbes(
    `
const secret = OUTSIDE + "/secret.txt";
const tmp = os.tmpdir();
await probe("cwd is the project", () => process.cwd() === path.dirname(fs.realpathSync("workflow.ts")) && Deno.cwd() === process.cwd());
await probe("reads the project", () => fs.readFileSync("workflow.ts", "utf8").length > 0);
await probe("access in the project", async () => [fs.accessSync("package.json"), await fs.promises.access("package.json")]);
await probe("mkdtemp", async () => fs.mkdtempSync(path.join(tmp, "x-")).startsWith(tmp));
await probe("Deno.makeTempDir", async () => [await Deno.makeTempDir(), Deno.makeTempDirSync({ prefix: "x" }), await Deno.makeTempFile(), Deno.makeTempFileSync()].every((made) => path.dirname(made) === tmp));
await probe("writes in tmpdir", async () => { fs.writeFileSync(path.join(tmp, "a"), "a"); await Deno.remove(path.join(tmp, "a")); });
await probe("existsSync", () => [fs.existsSync(secret), fs.existsSync("package.json")]);
await probe("exists", () => new Promise((resolve) => fs.exists(secret, resolve)));
await probe("statSync that may find nothing", () => [fs.statSync(secret, { throwIfNoEntry: false }), fs.lstatSync(secret, { throwIfNoEntry: false })]);
for (const name of ["statSync", "lstatSync", "accessSync", "readFileSync", "openSync", "readdirSync", "realpathSync", "readlinkSync"]) {
  await probe(name, () => (fs as any)[name](secret));
}
await probe("stat", () => called(fs.stat as any, secret));
await probe("promises.readFile", () => fs.promises.readFile(secret));
await probe("createReadStream", () => new Promise((resolve, reject) => fs.createReadStream(secret).on("error", reject).on("data", resolve)));
await probe("Deno.readTextFile", () => Deno.readTextFile(secret));
await probe("fetch", () => fetch("file://" + secret).then((response) => response.text()));
await probe("a link out of tmpdir", () => { fs.symlinkSync(secret, path.join(tmp, "link")); return fs.readFileSync(path.join(tmp, "link"), "utf8"); });
for (const name of ["writeFileSync", "mkdirSync", "appendFileSync"]) await probe(name + " outside", () => (fs as any)[name](OUTSIDE + "/x", "x"));
await probe("writes in the project", () => fs.writeFileSync("x", "x"));
await probe("/proc/self/environ", () => fs.readFileSync("/proc/self/environ"));
`,
    { files: SECRET },
  );
  const notThere = /^! ENOENT: Requires read access/;
  assertResults(found, {
    "cwd is the project": "true",
    "reads the project": "true",
    "access in the project": "[null,null]",
    "mkdtemp": "true",
    "Deno.makeTempDir": "true",
    "writes in tmpdir": "undefined",
    "existsSync": "[false,true]",
    "exists": "false",
    "statSync that may find nothing": "[null,null]",
    ...Object.fromEntries(
      [
        "statSync",
        "lstatSync",
        "accessSync",
        "readFileSync",
        "openSync",
        "readdirSync",
        "realpathSync",
        "readlinkSync",
        "stat",
        "promises.readFile",
        "createReadStream",
        "Deno.readTextFile",
        "fetch",
      ].map((name) => [name, notThere]),
    ),
    "a link out of tmpdir": /^! (ENOENT|EACCES)/,
    "writeFileSync outside": /^! EACCES: Requires write access/,
    "mkdirSync outside": /^! EACCES/,
    "appendFileSync outside": /^! EACCES/,
    "writes in the project": /^! EACCES/,
    "/proc/self/environ": /^! (ENOENT|EACCES|NotCapable)/,
  });
});

Deno.test("threads, programs, signals, descriptors and the inspector are out of reach", async () => {
  const found = await runProbes(
    `
await probe("Worker", () => new Worker("data:text/javascript,1", { type: "module" }));
await probe("worker_threads", () => new threads.Worker("1", { eval: true }));
await probe("worker_threads by name", () => new (anyProcess.getBuiltinModule("node:worker_threads").Worker)("1"));
await probe("what threads say", () => [threads.isMainThread, threads.parentPort, cluster.isPrimary]);
await probe("cluster", () => cluster.fork());
await probe("BroadcastChannel", () => new BroadcastChannel("x"));
await probe("BroadcastChannel of threads", () => new threads.BroadcastChannel("x"));
await probe("exec", () => called(childProcess.exec as any, "ls"));
await probe("spawn", () => childProcess.spawn("ls"));
await probe("execFileSync", () => childProcess.execFileSync("ls"));
await probe("Deno.Command", () => new Deno.Command("/bin/ls").outputSync());
await probe("kill", () => process.kill(1));
await probe("kill with 0", () => process.kill(process.pid, 0));
await probe("Deno.kill", () => Deno.kill(process.ppid));
await probe("inspector", () => new inspector.Session());
await probe("process.binding", () => anyProcess.binding("pipe_wrap"));
await probe("constants by process.binding", () => typeof anyProcess.binding("constants").os);
await probe("a descriptor as a socket", () => void new net.Socket({ fd: 0 }));
await probe("a descriptor as a server", () => new Promise((resolve, reject) => net.createServer().on("error", reject).listen({ fd: 1 }, () => resolve("listens"))));
await probe("a descriptor by a handle", async () => {
  const file = path.join(os.tmpdir(), "socket");
  const server = net.createServer().listen(file);
  await events.once(server, "listening");
  const socket: any = net.connect(file);
  await events.once(socket, "connect");
  const codes = [0, 1, 2, 7].map((fd) => new socket._handle.constructor(0).open(fd));
  socket.destroy();
  server.close();
  return codes.every((code) => code < 0);
});
await probe("the network", () => fetch("http://127.0.0.1:1/"));
await probe("listening", () => Deno.listen({ port: 0 }));
await probe("a name", () => called(anyProcess.getBuiltinModule("dns").lookup, "localhost"));
await probe("asking for more", async () => [(await Deno.permissions.request({ name: "env" })).state, (await Deno.permissions.request({ name: "run" })).state].includes("granted"));
await probe("ffi", () => Deno.dlopen("/lib/x.so", {}));
await probe("an extension of SQLite", () => new (anyProcess.getBuiltinModule("node:sqlite").DatabaseSync)(":memory:", { allowExtension: true }));
`,
    { head: MODULES },
  );
  const oneThread = /^! ERR_ACCESS_DENIED: Cannot use .*: a workflow runs in one thread/;
  const noPrograms = /^! ERR_ACCESS_DENIED: Cannot use child_process.*: a workflow runs no other programs/;
  assertResults(found, {
    "Worker": oneThread,
    "worker_threads": oneThread,
    "worker_threads by name": oneThread,
    "what threads say": "[true,null,true]",
    "cluster": oneThread,
    "BroadcastChannel": oneThread,
    "BroadcastChannel of threads": oneThread,
    "exec": noPrograms,
    "spawn": noPrograms,
    "execFileSync": noPrograms,
    "Deno.Command": /^! EACCES: Requires run access/,
    "kill": /^! EPERM/,
    "kill with 0": "true",
    "Deno.kill": /^! EPERM/,
    "inspector": /^! ERR_ACCESS_DENIED: Cannot use inspector.Session/,
    "process.binding": /^! Error: No such module: pipe_wrap/,
    "constants by process.binding": '"object"',
    "a descriptor as a socket": /^! /,
    "a descriptor as a server": /^! /,
    "a descriptor by a handle": "true",
    "the network": /^! EACCES: Requires net access/,
    "listening": /^! EACCES: Requires net access/,
    "a name": /^! EPERM/,
    "asking for more": "false",
    "ffi": /^! EACCES: Requires ffi access/,
    "an extension of SQLite": /^! /,
  });
});

Deno.test("the system and the environment answer harmlessly", async () => {
  const found = await runProbes(
    `
const env = process.env as any;
env.SET = 5;
Deno.env.set("ALSO", "a");
await probe("env", () => [env.SET, Deno.env.get("SET"), env.ALSO, env.HOME, env.PATH, Deno.env.get("PATH"), "HOME" in env, Deno.env.has("ALSO")]);
await probe("env as an object", () => [Object.keys(env), { ...env }, Deno.env.toObject()]);
await probe("env deletes", () => [delete env.SET, env.SET, Deno.env.delete("ALSO"), Object.keys(env)]);
await probe("loadEnvFile", () => (process as any).loadEnvFile());
await probe("loadEnvFile of another file", () => (process as any).loadEnvFile("other.env"));
await probe("os", () => [os.cpus().length > 0, os.networkInterfaces(), os.userInfo().username, os.tmpdir() === os.homedir(), os.totalmem(), os.loadavg(), os.uptime() >= 0, os.EOL.length > 0, os.version() !== undefined]);
await probe("tmpdir", () => fs.statSync(os.tmpdir()).isDirectory());
await probe("who", () => [(process as any).getuid() === fs.statSync(os.tmpdir()).uid, (process as any).getegid() === fs.statSync(os.tmpdir()).gid]);
await probe("report", () => Object.keys((process as any).report.getReport()).length > 0);
await probe("umask", () => [Deno.umask(0o77), Deno.umask(), process.umask() >= 0]);
await probe("chdir", () => process.chdir(os.tmpdir()));
await probe("Deno.chdir", () => Deno.chdir(os.tmpdir()));
await probe("signals", () => { process.once("SIGTERM", () => results.heard = "yes"); Deno.addSignalListener("SIGINT", () => {}); process.emit("SIGTERM" as any); });
await probe("memory", () => process.memoryUsage().rss > 0);
await probe("title", () => { process.title = "other"; process.emitWarning("careful"); process.exitCode = 1; });
`,
  );
  assertResults(found, {
    "env": '["5","5","a",null,null,null,false,true]',
    "env as an object": '[["SET","ALSO"],{"SET":"5","ALSO":"a"},{"SET":"5","ALSO":"a"}]',
    "env deletes": "[true,null,null,[]]",
    "loadEnvFile": "undefined",
    "loadEnvFile of another file": /^! Error: Cannot load other\.env/,
    "os": '[true,{},"workflow",true,0,[0,0,0],true,true,true]',
    "tmpdir": "true",
    "who": "[true,true]",
    "report": "true",
    "umask": "[18,63,true]",
    "chdir": /^! ERR_WORKER_UNSUPPORTED_OPERATION/,
    "Deno.chdir": /^! ERR_WORKER_UNSUPPORTED_OPERATION/,
    "heard": "yes",
    "signals": "undefined",
    "memory": "true",
    "title": "undefined",
  });
});
