import { assertEquals } from "@std/assert";

const MODULE = new URL("../../../src/run/drop_permissions.ts", import.meta.url).href;

/** Runs code in a process that has every permission at first. */
async function runCode(code: string): Promise<string> {
  const path = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(path, `import * as permissions from ${JSON.stringify(MODULE)};\n${code}`);
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-prompt", "--no-config", "--no-lock", "--quiet", path],
    }).output();
    return new TextDecoder().decode(stdout).trim();
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("dropPermissions() leaves a process without the network, programs and libraries", async () => {
  const printed = await runCode(`
    await permissions.dropPermissions(["net", "run", "ffi", "import"]);
    const names = [];
    for (const act of [
      () => Deno.connect({ hostname: "127.0.0.1", port: 1 }),
      () => new Deno.Command(Deno.execPath()).output(),
      () => Deno.dlopen("/none.so", {}),
    ]) {
      try { await act(); } catch (error) { names.push(error.name); }
    }
    console.log(JSON.stringify([names, await permissions.grantedPermissions()]));
  `);
  assertEquals(JSON.parse(printed), [["NotCapable", "NotCapable", "NotCapable"], [
    "read",
    "write",
    "env",
    "sys",
  ]]);
});
