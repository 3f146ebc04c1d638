import { assertEquals } from "@std/assert";
import { begun, TempDesktop } from "../../../fixtures/desktop/samples.ts";
import type { RunChange } from "../../../../src/desktop/data/run_change.ts";

const RUN_ID = "20260101-aaaa";

function log(text: string, node: string | null = null, stream: "stdout" | "stderr" = "stdout"): RunChange {
  return { type: "log", runId: RUN_ID, line: { at: 5, stream, node, text } };
}

Deno.test("a write is stored line by line, in order over batches", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  database.record([begun(RUN_ID), log("one\ntwo\n")]);
  database.record([log("\n"), log("four")]);
  const lines = database.logs(RUN_ID, { limit: 10 });
  assertEquals(lines.map(({ seq, text }) => [seq, text]), [[1, "one"], [2, "two"], [3, ""], [4, "four"]]);
  assertEquals(database.logCount(RUN_ID), 4);
});

Deno.test("logs() pages, and filters by step and stream", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  database.record([begun(RUN_ID), log("a"), log("b", "read"), log("c", "read", "stderr"), log("d")]);
  const texts = (options: Parameters<typeof database.logs>[1]) =>
    database.logs(RUN_ID, options).map(({ text }) => text).join("");
  assertEquals(texts({ after: 1, limit: 2 }), "bc");
  assertEquals(texts({ node: "read", limit: 10 }), "bc");
  assertEquals(texts({ node: null, limit: 10 }), "ad");
  assertEquals(texts({ streams: ["stderr"], limit: 10 }), "c");
});

Deno.test("a long log keeps its beginning and its end, and says what it has lost", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  database.record([begun(RUN_ID)]);
  for (let batch = 0; batch < 5; batch++) {
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${batch * 5_000 + index + 1}`);
    database.record([log(lines.join("\n"))]);
  }
  const kept = database.logs(RUN_ID, { limit: 100_000 });
  assertEquals([kept.length, database.logCount(RUN_ID)], [20_001, 25_000]);
  assertEquals([kept[9_999]?.text, kept[10_001]?.text, kept.at(-1)?.text], [
    "line 10000",
    "line 15001",
    "line 25000",
  ]);
  assertEquals(
    kept[10_000]?.text,
    "(5000 lines are left out here: a log keeps its first 10000 and its last 10000 lines)",
  );
});

Deno.test("a line that is too long is cut and says so", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  database.record([begun(RUN_ID), log("x".repeat(65_540))]);
  const [line] = database.logs(RUN_ID, { limit: 1 });
  assertEquals(line?.text.slice(65_530), "xxxxxx (4 more characters are left out)");
});

Deno.test("a run that is not recorded has no log", () => {
  using desktop = new TempDesktop();
  desktop.database.record([log("lost")]);
  assertEquals(desktop.database.logs(RUN_ID, { limit: 1 }), []);
});
