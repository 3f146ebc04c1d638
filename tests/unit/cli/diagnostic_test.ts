import { assertEquals } from "@std/assert";
import { toDiagnostic } from "../../../src/cli/diagnostic.ts";
import { reviveError, WorkflowError } from "../../../src/errors.ts";

const location = { file: "lib/a.ts", line: 3, column: 5 };

Deno.test("toDiagnostic() begins with the place, unless the message does", () => {
  assertEquals(
    toDiagnostic(new WorkflowError("bundle_failed", "no such thing", { location })),
    "lib/a.ts:3:5: no such thing",
  );
  const told = new WorkflowError("bundle_failed", "lib/a.ts:3:5: no such thing", { location });
  assertEquals(toDiagnostic(told), "lib/a.ts:3:5: no such thing");
});

Deno.test("toDiagnostic() lists the faults that the message leaves out", () => {
  const faults = [{ path: "a", reason: "is missing" }, { path: "b", reason: "is wrong" }];
  assertEquals(
    toDiagnostic(new WorkflowError("invalid_definition", "a is missing (and one more)", { faults })),
    "a is missing (and one more)\n  b: is wrong",
  );
});

Deno.test("toDiagnostic() shows how a module got to where it failed, but no frames of this program", () => {
  const stack = "Error: no\n    at f (file:///p/lib/a.ts:3:5)\n    at file:///p/workflow.ts:1:1";
  const message = "no";
  assertEquals(
    toDiagnostic(reviveError({ code: "invalid_definition", message, location, stack })),
    "lib/a.ts:3:5: no\n    at f (file:///p/lib/a.ts:3:5)\n    at file:///p/workflow.ts:1:1",
  );
  assertEquals(toDiagnostic(reviveError({ code: "internal", message, stack })), "no");
});

Deno.test("toDiagnostic() says what else was thrown", () => {
  assertEquals(toDiagnostic(new TypeError("odd")), "TypeError: odd");
  assertEquals(toDiagnostic("just text"), "just text");
});
