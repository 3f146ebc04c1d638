import { assert, assertEquals } from "@std/assert";
import type { EntrypointSpec } from "../../../../src/core/spec.ts";
import { RunRecorder } from "../../../../src/desktop/host/run_recorder.ts";
import type { Recording } from "../../../../src/desktop/host/recorder_protocol.ts";
import { WorkflowError } from "../../../../src/errors.ts";
import type { EndedReport, RunReport } from "../../../../src/run/report.ts";

const RUN_ID = "20260101-aaaa";
const ENTRYPOINT = { id: "main", title: "Main" } as EntrypointSpec;
const REPORT = { runId: RUN_ID, nodes: [] } as unknown as RunReport;

function record() {
  const batches: Recording[][] = [];
  const recorder = new RunRecorder({ record: (changes) => batches.push([...changes]) }, {
    project: { id: "k3f9-x2ab", name: "Invoices" },
    source: "mcp",
  });
  const begin = () =>
    recorder.begun({
      runId: RUN_ID,
      entrypoint: ENTRYPOINT,
      startedAt: 1,
      statuses: [{ status: "running", at: 1 }],
      call: { mcpInput: { token: "s3cr3t-value" }, cliArgs: ["--token=s3cr3t-value"] },
      snapshot: () => REPORT,
    });
  return { recorder, batches, begin, changes: () => batches.flat() };
}

Deno.test("begun() is sent at once, with credentials masked", () => {
  const { recorder, begin, changes } = record();
  recorder.setCredentials(["s3cr3t-value"]);
  begin();
  const [change] = changes();
  assert(change?.type === "begun");
  assertEquals([change.mcpInput, change.cliArgs, change.source], ['{"token":"***"}', ["--token=***"], "mcp"]);
  end(recorder);
});

Deno.test("logs are sent together, and before what ends their run", () => {
  const { recorder, batches, begin } = record();
  begin();
  for (const text of ["a\n", "b\n"]) {
    recorder.event(RUN_ID, { type: "log", stream: "stdout", text, node: null, at: 2 });
  }
  end(recorder);
  assertEquals(batches.map((batch) => batch.map(({ type }) => type)), [["begun"], ["log", "log", "status"]]);
});

Deno.test("answered() records no secret, and masks it in what the run prints from then on", () => {
  const { recorder, begin, changes } = record();
  begin();
  const field = { type: "string", required: true, multiple: false } as const;
  recorder.answered(RUN_ID, {
    request: {
      key: '["login"]',
      id: "login",
      kind: "ask",
      message: "?",
      node: null,
      fields: [{ ...field, name: "user", secret: false }, { ...field, name: "pin", secret: true }],
    },
    answer: { action: "accept", values: { user: "me", pin: "4711-0815" } },
    at: 3,
  });
  recorder.event(RUN_ID, { type: "log", stream: "stdout", text: "pin 4711-0815\n", node: null, at: 4 });
  end(recorder);
  assert(!JSON.stringify(changes()).includes("4711-0815"));
  const submitted = changes().find(({ type }) => type === "submitted");
  assertEquals(submitted?.type === "submitted" && submitted.submission.values, { user: "me" });
});

Deno.test("refused() records what the client sent and why, also where that is no call at all", () => {
  const { recorder, changes } = record();
  recorder.refused(
    { name: "main", arguments: { x: 1 } },
    new WorkflowError("invalid_arguments", "x is unknown"),
  );
  recorder.refused({ name: 5 }, new Error("malformed"));
  const found = changes().map((change) =>
    change.type === "refused" && [change.entrypointId, change.mcpInput, change.error.message]
  );
  assertEquals(found, [["main", '{"x":1}', "x is unknown"], ["", "null", "malformed"]]);
});

Deno.test("a run that was left is released, and nothing more is told of it", () => {
  const { recorder, begin, changes } = record();
  begin();
  recorder.waiting(REPORT);
  recorder.left(RUN_ID);
  recorder.left(RUN_ID);
  assertEquals(changes().map(({ type }) => type), ["begun", "status", "released"]);
});

function end(recorder: RunRecorder): void {
  recorder.ended(
    { ...REPORT, status: "success", finishedAt: "2026-01-01T00:00:00.000Z", error: null } as EndedReport,
  );
}
