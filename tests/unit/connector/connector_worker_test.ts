import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { currentOverride } from "../../../scripts/npm_only/override.ts";
import { fixture } from "./_fixture.ts";

/** Runs a server behind a worker that may do nothing else. */
async function runInWorker(name: string, args: readonly string[] = []): Promise<Record<string, unknown>> {
  const { definition, count } = fixture(name, args, { inheritEnvironment: ["BRIDGE_TOKEN"] });
  const program = fromFileUrl(new URL("_worker_host.ts", import.meta.url));
  // In a process of its own without a terminal, where a missing permission is refused and not asked for.
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", ...currentOverride(), program, JSON.stringify(definition)],
    cwd: fromFileUrl(new URL("../../../", import.meta.url)),
    env: { BRIDGE_TOKEN: "s3cr3t-t0ken", HOME: Deno.env.get("HOME") ?? "/" },
    stdin: "null",
  }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (out === "") throw new Error(err);
  assertEquals(count(), 0);
  return JSON.parse(out ?? "");
}

Deno.test("a worker that may read one variable and run one program can connect, call and close", async () => {
  const { kind, error, environment, refused } = await runInWorker("environment");
  assertEquals([kind, error], ["done", undefined]);
  assertEquals(JSON.parse(String(environment)), { BRIDGE_TOKEN: "s3cr3t-t0ken" });
  assertEquals(refused, [
    "another variable",
    "all variables",
    "another program",
    "a file",
    "writing",
    "the network",
    "a signal",
  ]);
});

Deno.test("a worker that may not signal ends a stubborn server by asking its host", async () => {
  const { kind, signals } = await runInWorker("stubborn", ["server"]);
  assertEquals(kind, "failed"); // It has no tool `environment`.
  assertEquals(signals, ["SIGTERM", "SIGKILL", "SIGTERM"]);
});
