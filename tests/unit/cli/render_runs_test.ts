import { assertEquals } from "@std/assert";
import { type ListedRun, renderRuns } from "../../../src/cli/render_runs.ts";

function run(changes: Partial<ListedRun> = {}): ListedRun {
  return {
    runId: "20260828-abcd",
    status: "success",
    projectId: "11111111-1111-4111-8111-111111111111",
    projectDir: "/home/me/invoice-triage",
    entrypointId: "main",
    entrypointTitle: "Main",
    startedAt: new Date(2026, 7, 28, 9, 5, 1).toISOString(),
    finishedAt: null,
    parentRunId: null,
    durationMs: 0,
    question: null,
    ...changes,
  };
}

Deno.test("renderRuns() writes nothing for no runs", () => assertEquals(renderRuns([]), ""));

Deno.test("renderRuns() lines columns up, the widest last, in local time", () => {
  const question = { id: "tone", kind: "ask", message: "Which tone?\n\nFormal or plain" } as const;
  assertEquals(
    renderRuns([
      run({ runId: "20260828-abcdef", status: "waiting_for_input", durationMs: 7_200_000, question }),
      run({ durationMs: 12, entrypointTitle: "経費\nの承認" }),
    ]),
    `RUN              STATUS             STARTED              DURATION   WORKFLOW
20260828-abcdef  waiting_for_input  2026-08-28 09:05:01  2 h 0 min  invoice-triage: Main
  asks: Which tone? Formal or plain
20260828-abcd    success            2026-08-28 09:05:01  12 ms      invoice-triage: 経費 の承認
`,
  );
});

Deno.test("renderRuns() says below a run of which one it is a part", () => {
  const [, row, below] = renderRuns([run({ parentRunId: "20260828-efgh" })]).split("\n");
  assertEquals([row?.slice(0, 13), below], ["20260828-abcd", "  part of: 20260828-efgh"]);
});

const DURATIONS: readonly (readonly [ms: number, shown: string])[] = [
  [0, "0 ms"],
  [999, "999 ms"],
  [1000, "1.0 s"],
  [59_999, "59.9 s"],
  [60_000, "1 min 0 s"],
  [3_599_999, "59 min 59 s"],
  [3_600_000, "1 h 0 min"],
  [86_399_999, "23 h 59 min"],
  [90_000_000, "1 d 1 h"],
];

for (const [durationMs, shown] of DURATIONS) {
  Deno.test(`renderRuns() writes ${durationMs} ms as ${shown}`, () => {
    const [, line = ""] = renderRuns([run({ durationMs })]).split("\n");
    assertEquals(line.split(/ {2,}/).at(3), shown);
  });
}

Deno.test("renderRuns() shortens a long question between characters", () => {
  const question = { id: "q", kind: "ask", message: "🎉".repeat(100) } as const;
  assertEquals(renderRuns([run({ question })]).split("\n")[2], `  asks: ${"🎉".repeat(79)}…`);
});
