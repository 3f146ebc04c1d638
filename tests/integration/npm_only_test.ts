import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));

/** Unit tests enough to need the registry: adapters or jsr packages, and a package with an executable in it. */
const SOME_TESTS = ["tests/unit/scripts/npm_only", "tests/unit/scripts/build/bundle_program_test.ts"];

Deno.test("the README's test command needs no certificate variable and no earlier download", async () => {
  const denoDir = await Deno.makeTempDir({ prefix: "workflow-code-" });
  try {
    const { DENO_TLS_CA_STORE: _, NO_COLOR: __, ...inherited } = Deno.env.toObject();
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...taskCommand(), "test:unit", ...SOME_TESTS],
      cwd: ROOT,
      clearEnv: true,
      env: { ...inherited, DENO_DIR: denoDir, NO_COLOR: "1" },
    }).output();
    const said = new TextDecoder().decode(stdout);
    assertEquals(code, 0, said + new TextDecoder().decode(stderr));
    assertMatch(said, /\n[1-9]\d* passed, 0 failed\n$/);
  } finally {
    await Deno.remove(denoDir, { recursive: true });
  }
});

/** Before 2.8 `deno task` itself installs packages, so there the variable has to be set by hand: start what it starts. */
function taskCommand(): string[] {
  const [, minor = 0] = Deno.version.deno.split(".").map(Number);
  return minor >= 8 ? ["task"] : ["run", "-A", "--no-config", "--no-lock", "scripts/run_task.ts"];
}
