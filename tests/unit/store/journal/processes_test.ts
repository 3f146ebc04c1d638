// What several real processes do to one journal, and what is left of it when they are killed.
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { makeTestDir, newRun, question } from "../../../fixtures/journal/samples.ts";
import { startActor, startActors } from "../../../fixtures/journal/start_actor.ts";

Deno.test("eight processes make a journal at once", async () => {
  using data = makeTestDir();
  await using actors = await startActors(8, () => ["open", data.dir]);
  await actors.go();
  const ids = await Promise.all(actors.all.map((actor) => actor.hear()));
  assertEquals(data.open().list().runs.map(({ runId }) => runId).sort(), ids.sort());
});

Deno.test("two processes that write a thousand steps each at the same time lose none", async () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  await using actors = await startActors(2, (n) => ["write", data.dir, runId, `writer-${n}`, "1000"]);
  await actors.go();
  for (const actor of actors.all) assertEquals((await actor.end()).code, 0);
  assertEquals(new Set(journal.replay(runId).steps.map(({ key }) => key)).size, 2000);
});

Deno.test("of eight processes that claim a run at once, one gets it", async () => {
  using data = makeTestDir();
  const journal = data.open();
  const runIds = Array.from({ length: 40 }, () => {
    const runId = journal.begin(newRun());
    journal.openInteraction(runId, question("a"), { startOrder: 0, askedAt: 0 });
    return runId;
  });
  await using actors = await startActors(8, () => ["claim", data.dir, ...runIds]);
  await actors.go();
  const won = await Promise.all(actors.all.map((actor) => actor.hear()));
  assertEquals(won.flatMap((ids) => ids.split(" ").filter((id) => id !== "")).sort(), runIds.sort());
  assertEquals(new Set(journal.list().runs.map(({ status }) => status)), new Set(["resumed"]));
});

Deno.test("the runs of a killed owner are interrupted but for those that wait, those of a live one are not", async () => {
  using data = makeTestDir();
  const journal = data.open();
  await using actors = await startActors(2, () => ["own", data.dir]);
  const [killed, live] = actors.said.map((words) => words.split(" "));
  assertEquals(journal.interruptOrphans(), []);
  await actors.all[0]?.kill();
  const [again, another] = [journal.interruptOrphans(50), data.open().interruptOrphans(60)];
  assertEquals([again, another], [[killed?.[1]], []]);
  const statuses = [killed, live].map((ids) => ids?.slice(1).map((id) => journal.get(id)?.status));
  assertEquals(statuses, [["interrupted", "waiting_for_input"], ["running", "waiting_for_input"]]);
  assertEquals(journal.get(killed?.[1] ?? "")?.history.at(-1), { status: "interrupted", at: 50 });
  assertEquals(Array.from(Deno.readDirSync(join(data.dir, "hosts")), ({ name }) => name), [
    `${live?.[0]}.lock`,
  ]);
});

Deno.test("several processes may look for orphans at once: each is marked once, and no owner that is just starting is one", async () => {
  using data = makeTestDir();
  const journal = data.open();
  const orphans = Array.from({ length: 20 }, (_, n) => journal.begin(newRun({ owner: `dead-${n}` })));
  await using actors = await startActors(4, (n) => [n < 2 ? "sweep" : "comeAndGo", data.dir, "100"]);
  await actors.go();
  const [first = "", second = "", ...interrupted] = await Promise.all(
    actors.all.map((actor) => actor.hear()),
  );
  const marked = [first, second].flatMap((words) => words.split(" ").filter((id) => id !== ""));
  assertEquals([marked.sort(), interrupted], [orphans.sort(), ["0", "0"]]);
});

Deno.test("a process that is killed between any two writes leaves all that it has written", async () => {
  using data = makeTestDir();
  const journal = data.open();
  const runIds = Array.from({ length: 9 }, () => journal.begin(newRun()));
  await using actors = await startActors(9, (n) => ["writeThenDie", data.dir, runIds[n] ?? "", String(n)]);
  await actors.go();
  for (const actor of actors.all) await actor.end();
  const left = runIds.map((runId) => {
    const { steps, answers } = journal.replay(runId);
    const pending = journal.pending(runId);
    return [steps.length, pending.length, answers.length, journal.get(runId)?.status];
  });
  assertEquals(left, [
    [0, 0, 0, "running"],
    [1, 0, 0, "running"],
    [1, 1, 0, "waiting_for_input"],
    [1, 1, 1, "waiting_for_input"],
    [1, 1, 1, "resumed"],
    [2, 1, 1, "resumed"],
    [2, 2, 1, "waiting_for_input"],
    [2, 2, 2, "waiting_for_input"],
    [2, 2, 2, "resumed"],
  ]);
});

Deno.test("a process that is killed in the middle of writing leaves all that it said it had written", async () => {
  using data = makeTestDir();
  const journal = data.open();
  for (const patience of [1, 10, 50, 100, 400]) {
    const runId = journal.begin(newRun());
    await using actor = startActor("writeThenDie", data.dir, runId, "1000000");
    await actor.hear();
    await actor.go();
    for (let n = 0; n < patience; n++) await actor.hear();
    await actor.kill();
    const said = Number((await actor.hearOut()).at(-1) ?? patience - 1);
    const { steps } = data.open().replay(runId);
    assertEquals(steps.map(({ startOrder }) => startOrder), steps.map((_, n) => 8 * n));
    const written = steps.length;
    assertEquals([Math.floor(said / 4) + 1, Math.floor((said + 1) / 4) + 1].includes(written), true);
  }
});
