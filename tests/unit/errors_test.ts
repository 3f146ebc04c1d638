import { assertEquals } from "@std/assert";
import { reviveError, serializeError, toMessage, WorkflowError } from "../../src/errors.ts";

Deno.test("toMessage() says what was thrown, whatever it was", () => {
  const cases: readonly [thrown: unknown, message: string][] = [
    [new WorkflowError("timeout", "too late"), "too late"],
    [new Error("no"), "no"],
    [new TypeError("no"), "TypeError: no"],
    [new Error(), "no message"],
    [new AggregateError([new Error("refused"), "closed"]), "AggregateError: refused; closed"],
    [new AggregateError([], "all failed"), "AggregateError: all failed"],
    ["text", "text"],
    [undefined, "undefined was thrown"],
    [null, "null was thrown"],
    [{ code: 5 }, '{"code":5}'],
    [Symbol("s"), "Symbol(s)"],
  ];
  assertEquals(cases.map(([thrown]) => toMessage(thrown)), cases.map(([, message]) => message));
});

Deno.test("reviveError() gives back what serializeError() took, with the original stack", () => {
  const error = new WorkflowError("business_error", "no invoice", {
    errCode: 404,
    faults: [{ path: "id", reason: "is unknown" }],
    location: { file: "workflow.ts", line: 1, column: 2 },
  });
  const { code, message, errCode, faults, location, stack } = reviveError(serializeError(error));
  assertEquals({ code, message, errCode, faults, location, stack }, {
    code: error.code,
    message: error.message,
    errCode: error.errCode,
    faults: error.faults,
    location: error.location,
    stack: error.stack,
  });
});

Deno.test("reviveError() makes up no stack", () => {
  assertEquals(
    reviveError({ code: "run_failed", message: "only text" }).stack,
    "WorkflowError: only text",
  );
});
