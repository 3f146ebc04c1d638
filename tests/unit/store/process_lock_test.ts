import { assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { holdLock, isHeld } from "../../../src/store/process_lock.ts";
import { startActor } from "../../fixtures/journal/start_actor.ts";

Deno.test("a lock is held until it is disposed of, and leaves no file", () => {
  const dir = Deno.makeTempDirSync();
  const path = join(dir, "hosts", "a.lock");
  const lock = holdLock(path);
  assertEquals([isHeld(path), names(join(dir, "hosts"))], [true, ["a.lock"]]);
  lock[Symbol.dispose]();
  lock[Symbol.dispose]();
  assertEquals([isHeld(path), names(join(dir, "hosts"))], [false, []]);
  Deno.removeSync(dir, { recursive: true });
});

Deno.test("a lock is seen by other processes, however often they ask, until its holder is killed", async () => {
  const dir = Deno.makeTempDirSync();
  const path = join(dir, "a.lock");
  await using holder = startActor("hold", path);
  await holder.hear();
  assertEquals(Array.from({ length: 100 }, () => isHeld(path)), Array(100).fill(true));
  await holder.kill();
  assertEquals([isHeld(path), names(dir)], [false, ["a.lock"]]);
  Deno.removeSync(dir, { recursive: true });
});

Deno.test("a lock is not lost when its own process asks for it", async () => {
  const dir = Deno.makeTempDirSync();
  {
    using _lock = holdLock(join(dir, "a.lock"));
    assertEquals(isHeld(join(dir, "a.lock")), true);
    // Another spelling, which is not known to be our own.
    assertEquals(isHeld(`${dir}/./a.lock`), true);
    await using other = startActor("probe", join(dir, "a.lock"));
    assertEquals(await other.hear(), "true");
  }
  Deno.removeSync(dir, { recursive: true });
});

Deno.test("isHeld() says no for a file that is not there, and for one that is no lock", () => {
  const dir = Deno.makeTempDirSync();
  Deno.writeTextFileSync(join(dir, "b.lock"), "no database, but as long as the header of one".repeat(10));
  assertEquals([isHeld(join(dir, "a.lock")), isHeld(join(dir, "b.lock"))], [false, false]);
  assertEquals(names(dir), ["b.lock"]);
  Deno.removeSync(dir, { recursive: true });
});

Deno.test("holdLock() names the lock that it cannot make", () => {
  const dir = Deno.makeTempDirSync();
  Deno.writeTextFileSync(join(dir, "file"), "");
  const path = join(dir, "file", "a.lock");
  const error = assertThrows(() => holdLock(path), WorkflowError, `Cannot make the lock ${path}`);
  assertEquals(error.code, "store_failed");
  Deno.removeSync(dir, { recursive: true });
});

function names(dir: string): string[] {
  return Array.from(Deno.readDirSync(dir), ({ name }) => name);
}
