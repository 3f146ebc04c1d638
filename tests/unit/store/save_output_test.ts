import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { saveOutput } from "../../../src/store/save_output.ts";

Deno.test("saveOutput() makes the store on first use, for its owner alone, and leaves nothing but the output", async () => {
  const root = await Deno.makeTempDir();
  try {
    const storeDir = join(root, "created", "project");
    await saveOutput("20260828-abcd", "[1]", { storeDir });
    const path = await saveOutput("20260828-abcd", '{"a":"é"}', { storeDir });
    assertEquals(path, join(storeDir, "20260828-abcd", "output.json"));
    assertEquals(await Deno.readTextFile(path), '{"a":"é"}');
    const names = await Array.fromAsync(Deno.readDir(join(storeDir, "20260828-abcd")), ({ name }) => name);
    assertEquals(names, ["output.json"]);
    if (Deno.build.os === "windows") return;
    const modes = [path, storeDir].map((one) => (Deno.statSync(one).mode ?? 0) & 0o777);
    assertEquals(modes, [0o600, 0o700]);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("saveOutput() says what it cannot write", async () => {
  const storeDir = await Deno.makeTempFile();
  try {
    const error = await assertRejects(
      () => saveOutput("20260828-abcd", "1", { storeDir }),
      WorkflowError,
      `Cannot write to ${join(storeDir, "20260828-abcd", "output.json")}`,
    );
    assertEquals(error.code, "store_failed");
  } finally {
    await Deno.remove(storeDir);
  }
});
