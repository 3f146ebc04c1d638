import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { DatabaseSync } from "node:sqlite";
import { DesktopDatabase } from "../../../../src/desktop/data/desktop_database.ts";
import { RecordWriter } from "../../../../src/desktop/host/record_writer.ts";
import type { FromRecorder, Recording } from "../../../../src/desktop/host/recorder_protocol.ts";
import { isOwnerAlive } from "../../../../src/store/journal/owner.ts";
import { begun } from "../../../fixtures/desktop/samples.ts";

const LOG: Recording = {
  type: "log",
  runId: "20260101-aaaa",
  line: { at: 1, stream: "stdout", node: null, text: "x" },
};

function tempWriter() {
  const dir = Deno.makeTempDirSync();
  const posted: FromRecorder[] = [];
  const writer = new RecordWriter({
    userDataDir: dir,
    post: (message) => posted.push(message),
    busyTimeout: 20,
  });
  return {
    dir,
    posted,
    writer,
    [Symbol.dispose]: () => {
      writer[Symbol.dispose]();
      Deno.removeSync(dir, { recursive: true });
    },
  };
}

Deno.test("a run that begins is written at once, owned by a recorder that is alive until it is disposed of", () => {
  using temp = tempWriter();
  temp.writer.add([begun("20260101-aaaa")]);
  using database = new DesktopDatabase(temp.dir);
  const [run] = database.openRuns();
  assertEquals(isOwnerAlive(temp.dir, run?.owner ?? ""), true);
  temp.writer[Symbol.dispose]();
  assertEquals(isOwnerAlive(temp.dir, run?.owner ?? ""), false);
});

Deno.test("lines of logs are written together, at the latest with the end", () => {
  using temp = tempWriter();
  temp.writer.add([begun("20260101-aaaa")]);
  temp.writer.add([LOG]);
  temp.writer.add([LOG]);
  using database = new DesktopDatabase(temp.dir);
  assertEquals(database.logCount("20260101-aaaa"), 0);
  temp.writer.flush();
  assertEquals(database.logCount("20260101-aaaa"), 2);
});

Deno.test("what a locked database does not take is told once, kept and written later", () => {
  using temp = tempWriter();
  temp.writer.add([begun("20260101-aaaa")]);
  const other = new DatabaseSync(join(temp.dir, "desktop.sqlite"));
  other.exec("begin immediate");
  temp.writer.add([begun("20260101-bbbb")]);
  temp.writer.flush();
  other.close();
  assertEquals(temp.posted.map(({ type }) => type), ["fault"]);
  temp.writer.flush();
  using database = new DesktopDatabase(temp.dir);
  assertEquals(database.recentRuns({ limit: 9 }).runs.length, 2);
});

Deno.test("a database that cannot be opened is told once, however much is recorded", () => {
  using temp = tempWriter();
  Deno.writeTextFileSync(join(temp.dir, "desktop.sqlite"), "no database ".repeat(1000));
  for (let count = 0; count < 5; count++) {
    temp.writer.add([begun(`run-${count}`)]);
    temp.writer.flush();
  }
  assertEquals(temp.posted.map(({ type }) => type), ["fault"]);
});

Deno.test("a change that the database will never take is told, and keeps no other one back", () => {
  using temp = tempWriter();
  const refused: Recording = {
    type: "refused",
    runId: "refused-1",
    desktopProjectId: "p1",
    projectName: "Invoices",
    entrypointId: "main",
    entrypointTitle: "Main",
    source: "mcp",
    at: 1,
    mcpInput: "{}",
    error: { code: "invalid_arguments", message: "no" },
  };
  temp.writer.add([refused, refused, begun("20260101-aaaa")]);
  using database = new DesktopDatabase(temp.dir);
  assertEquals(database.recentRuns({ limit: 9 }).runs.map(({ runId }) => runId), [
    "20260101-aaaa",
    "refused-1",
  ]);
  assertEquals(temp.posted.map(({ type }) => type), ["fault"]);
});
