import { assertEquals, assertMatch } from "@std/assert";
import { inWorker } from "./_in_worker.ts";

Deno.test("installBuiltins() gives Node's modules by name, and no internal ones", async () => {
  const { value } = await inWorker(`
    const refused = (name) => { try { return typeof builtin(name); } catch (error) { return error.code; } };
    return [
      builtin("fs") === builtin("node:fs"), typeof builtin("fs/promises").readFile, typeof builtin("sqlite").DatabaseSync,
      refused("internal/test/binding"), refused("node:internal/util"), refused("nope"), refused("__proto__"), refused("constructor"),
    ];
  `);
  const missing = "MODULE_NOT_FOUND";
  assertEquals(value, [true, "function", "function", missing, missing, missing, missing, missing]);
});

Deno.test("installBuiltins() leaves the same objects by every way", async () => {
  const { value } = await inWorker(`
    const { createRequire } = builtin("module");
    const names = ["fs", "os", "vm", "worker_threads", "child_process", "inspector"];
    return names.map((name) => createRequire("/x.js")(name) === builtin(name) && process.getBuiltinModule(name) === builtin(name));
  `);
  assertEquals(value, [true, true, true, true, true, true]);
});

Deno.test("installBuiltins() takes away threads, programs and the inspector, each with a reason", async () => {
  const { value } = await inWorker(`
    const why = (work) => { try { work(); return "works"; } catch (error) { return error.message; } };
    return [
      () => new Worker("x"), () => new (builtin("worker_threads").Worker)("x"), () => builtin("cluster").fork(),
      () => new BroadcastChannel("x"), () => builtin("child_process").spawnSync("ls"), () => new (builtin("inspector").Session)(),
    ].map(why);
  `);
  for (const reason of value as string[]) assertMatch(reason, /^Cannot use [\w.]+: (a workflow|it reaches)/);
});

Deno.test("a context of node:vm makes no code from text, and scripts run", async () => {
  const { value } = await inWorker(`
    const vm = builtin("vm");
    const fault = (work) => { try { work(); return "works"; } catch (error) { return error.name; } };
    const context = vm.createContext({ a: 1 }, { name: "c", codeGeneration: { strings: true } });
    return [
      vm.runInContext("a + 1", context), vm.isContext(context), new vm.Script("a + 2").runInContext(context),
      fault(() => vm.runInContext("new Function('')", context)), fault(() => vm.runInNewContext("eval('1')")),
      fault(() => new vm.Script("eval('1')").runInNewContext()), fault(() => vm.Script("1")),
      fault(() => new vm.Script("1", 5)), fault(() => vm.createContext({}, 5)),
    ];
  `);
  const refused = "EvalError";
  assertEquals(value, [2, true, 3, refused, refused, refused, "TypeError", "TypeError", "TypeError"]);
});

Deno.test("scripts of node:vm say where their code is from, and take no bytecode", async () => {
  const { value } = await inWorker(`
    const vm = builtin("vm");
    const stackOf = (work) => { try { work(); } catch (error) { return error.stack; } };
    return [
      stackOf(() => vm.runInThisContext("throw new Error()", { filename: "file:///a.js" })),
      stackOf(() => vm.compileFunction("throw new Error()", [], { filename: "b.js" })()),
      new vm.Script("1", { cachedData: builtin("buffer").Buffer.from("no bytecode") }).cachedDataRejected ?? false,
    ];
  `);
  const [first, second, rejected] = value as [string, string, unknown];
  assertMatch(first, /code from file:\/\/\/a\.js:1/);
  assertMatch(second, /code from b\.js:1/);
  assertEquals(rejected, false);
});

Deno.test("createRequire() loads CommonJS and JSON, and refuses ES modules", async () => {
  const { value } = await inWorker(`
    const fs = builtin("fs"), os = builtin("os"), path = builtin("path");
    const write = (name, text) => { const file = path.join(os.tmpdir(), name); fs.writeFileSync(file, text); return file; };
    const require = builtin("module").createRequire(path.join(os.tmpdir(), "main.js"));
    write("data.json", '{"n": 1}');
    write("a.cjs", "module.exports = { n: require('./data.json').n, b: require('./b.js') }");
    write("b.js", "exports.a = require('./a.cjs'); exports.self = module.exports === exports;");
    const fault = (file) => { try { return require(file); } catch (error) { return error.code; } };
    return [
      require("./a.cjs").n, require("./b.js").self, require("./a.cjs") === require("./a.cjs"),
      fault(write("c.mjs", "export default 1")), fault(write("d.js", "import 'node:fs'")), fault("./nope.js"),
    ];
  `);
  assertEquals(value, [1, true, true, "ERR_REQUIRE_ESM", "ERR_REQUIRE_ESM", "MODULE_NOT_FOUND"]);
});

Deno.test("what is refused has the codes that packages know from Node", async () => {
  const { value } = await inWorker(`
    const { NotCapable, BadResource } = Deno.errors;
    const read = new NotCapable('Requires read access to "/x"');
    const assigned = Object.assign(new NotCapable("Requires read access"), { code: "OWN" });
    return [read.code, read.errno < 0, new NotCapable('Requires net access to "x"').code, new BadResource("x").code, assigned.code];
  `);
  assertEquals(value, ["ENOENT", true, "EACCES", "EBADF", "OWN"]);
});

Deno.test("process and os answer harmlessly and change nothing of the process", async () => {
  const cwd = Deno.cwd();
  const { value } = await inWorker(`
    const os = builtin("os");
    const fault = (work) => { try { work(); return "works"; } catch (error) { return error.code ?? error.message; } };
    let heard = 0;
    process.on("SIGTERM", () => heard++);
    process.emit("SIGTERM");
    return [
      os.tmpdir() === os.homedir() || typeof os.homedir(), heard, Deno.umask(0o77), Deno.umask(), fault(() => process.chdir("/")),
      fault(() => Deno.chdir("/")), fault(() => process.binding("pipe_wrap")), typeof process.binding("constants"),
      fault(() => process.kill(1)), fault(() => process.loadEnvFile()), fault(() => process.loadEnvFile("x.env")),
    ];
  `);
  assertEquals((value as unknown[]).slice(1), [
    1,
    0o22,
    0o77,
    "ERR_WORKER_UNSUPPORTED_OPERATION",
    "ERR_WORKER_UNSUPPORTED_OPERATION",
    "No such module: pipe_wrap",
    "object",
    "EPERM",
    "works",
    "Cannot load x.env with process.loadEnvFile: a run has the variables of the project's .env, which is read at the start",
  ]);
  assertEquals(Deno.cwd(), cwd);
});
