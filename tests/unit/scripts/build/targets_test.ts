import { assert, assertEquals, assertThrows } from "@std/assert";
import { toCompileArgs } from "../../../../scripts/build/compile_program.ts";
import { findTarget, TARGETS } from "../../../../scripts/build/targets.ts";
import lock from "../../../../scripts/npm_only/deno.lock" with { type: "text" };

Deno.test("TARGETS are the five platforms", () => {
  assertEquals(TARGETS.map((target) => target.triple), [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
  ]);
});

Deno.test("every target's esbuild is in the lock with its hash", () => {
  const ids = Object.keys(JSON.parse(lock).npm);
  for (const { esbuild } of TARGETS) {
    assert(ids.some((id) => id.startsWith(`${esbuild.name}@`)), esbuild.name);
  }
});

Deno.test("only Windows executables have a suffix", () => {
  const suffixed = TARGETS.filter((target) => target.suffix === ".exe");
  assertEquals(suffixed.map((target) => target.triple), ["x86_64-pc-windows-msvc"]);
});

Deno.test("findTarget() names the choices", () => {
  assertThrows(
    () => findTarget("riscv64"),
    RangeError,
    "x86_64-unknown-linux-gnu, aarch64-unknown-linux-gnu",
  );
});

Deno.test("toCompileArgs() never prompts, limits the heap and grants everything but ffi and network imports", () => {
  const args = toCompileArgs({ bundleDir: "b", target: findTarget("x86_64-apple-darwin"), output: "o" });
  for (const flag of ["--no-prompt", "--v8-flags=--max-old-space-size=1024", "--deny-ffi", "--deny-import"]) {
    assert(args.includes(flag), flag);
  }
  assertEquals(args.filter((arg) => arg.startsWith("--allow-")).sort(), [
    "--allow-env",
    "--allow-net",
    "--allow-read",
    "--allow-run",
    "--allow-sys",
    "--allow-write",
  ]);
  assert(args.includes("--target=x86_64-apple-darwin"));
});
