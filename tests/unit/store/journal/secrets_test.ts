import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { answerTo, field, makeTestDir, newRun, question, report } from "../../../fixtures/journal/samples.ts";

const SECRET = "pass-phrase-1234567890";

Deno.test("the value of a secret field is in no file of the journal at any time", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  const request = question("login", {
    fields: [field("user"), field("password", { secret: true, default: SECRET })],
  });
  const values = { user: "visible-user", password: SECRET };
  journal.openInteraction(runId, request, { startOrder: 0, askedAt: 0 });
  journal.recordAnswer(runId, answerTo(request, { answer: { action: "accept", values } }));
  const [answer] = journal.replay(runId).answers;
  assertEquals(answer?.answer, { action: "accept", values: { user: "visible-user" } });
  assertEquals(answer?.request.fields, [field("user"), field("password", { secret: true })]);
  assertEquals(filesWith(data.dir, "visible-user").length > 0, true);
  assertEquals(filesWith(data.dir, SECRET), []);
  journal.finish(runId, report(runId, "failed"));
  journal[Symbol.dispose]();
  assertEquals([filesWith(data.dir, "visible-user"), filesWith(data.dir, SECRET)], [["journal.sqlite"], []]);
});

/** The files of a folder that contain a text. */
function filesWith(dir: string, text: string): string[] {
  const names = Array.from(Deno.readDirSync(dir), ({ name }) => name).sort();
  assert(names.includes("journal.sqlite"));
  const latin1 = new TextDecoder("latin1");
  return names.filter((name) => latin1.decode(Deno.readFileSync(join(dir, name))).includes(text));
}
