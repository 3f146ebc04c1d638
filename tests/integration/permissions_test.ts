import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { createFrameKey, splitLines, unframe } from "../../src/run/frames.ts";
import { PROTOCOL_VERSION } from "../../src/run/protocol.ts";
import { executable } from "./harness/executable.ts";

Deno.test("an executor can run no program, load no library and no module from the network", async () => {
  const root = await Deno.makeTempDir({ prefix: "workflow-code-test-" });
  const key = createFrameKey();
  const child = new Deno.Command(executable(), {
    args: ["__executor"],
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const lines = splitLines(child.stdout);
  try {
    const setup = {
      protocol: PROTOCOL_VERSION,
      projectDir: root,
      scratchRoot: join(root, "scratch"),
      dataDir: join(root, "data"),
    };
    const stores = { kv: join(root, "kv"), values: join(root, "values"), created: join(root, "created") };
    const params = { ...setup, stores, env: {}, read: [], net: [], sys: [], hidesDotEnv: false };
    const writer = child.stdin.getWriter();
    const open = JSON.stringify({ type: "request", id: 1, method: "open", params });
    await writer.write(new TextEncoder().encode(`${key}\n${key} ${open}\n`));
    const { value = "" } = await lines.next();
    assertEquals(JSON.parse(unframe(value, key) ?? ""), {
      type: "response",
      id: 1,
      ok: true,
      result: { protocol: PROTOCOL_VERSION, permissions: ["read", "write", "env", "net", "sys"] },
    });
    await writer.close();
  } finally {
    child.kill("SIGKILL");
    await child.status;
    await lines.return(undefined);
    await Deno.remove(root, { recursive: true });
  }
});
