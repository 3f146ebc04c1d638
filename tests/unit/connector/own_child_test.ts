import { assertEquals } from "@std/assert";
import { OwnChild } from "../../../src/connector/own_child.ts";

/** Starts a shell in a group of its own. */
function start(script: string): Deno.ChildProcess {
  return new Deno.Command("/bin/sh", { args: ["-c", script], stdin: "null", stdout: "piped", detached: true })
    .spawn();
}

Deno.test("a child is ended with its group", async () => {
  const child = start("sleep 60 & echo ready; wait");
  const lines = child.stdout.getReader();
  await lines.read();
  assertEquals(await new OwnChild(child.pid).kill("SIGKILL"), true);
  assertEquals((await child.status).signal, "SIGKILL");
  while (!(await lines.read()).done); // The pipe ends with the last process of the group.
});

Deno.test("a process of somebody else is left alone", async () => {
  // Its own group and session, and a parent that is not this process.
  const child = start(`${Deno.execPath()} eval --no-config '${`
    const grandchild = new Deno.Command("/bin/sleep", { args: ["60"], detached: true }).spawn();
    console.log(grandchild.pid);
    await grandchild.status;
  `}'`);
  const reader = child.stdout.getReader();
  const pid = Number(new TextDecoder().decode((await reader.read()).value));
  const own = new OwnChild(pid);
  assertEquals(await own.kill("SIGTERM"), false);
  Deno.kill(pid, "SIGCONT"); // It is still there.
  Deno.kill(pid, "SIGKILL");
  await child.status;
  await reader.cancel();
});

// Who it was is still being asked for then.
const unfinished = { sanitizeOps: false, sanitizeResources: false };

Deno.test("a number that nobody has any more is not signalled", unfinished, async () => {
  const child = start("exit 0");
  await child.stdout.cancel();
  await child.status;
  assertEquals(await new OwnChild(child.pid).kill("SIGTERM"), false);
});
