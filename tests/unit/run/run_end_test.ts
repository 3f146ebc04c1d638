import { assertEquals } from "@std/assert";
import { WorkflowError } from "../../../src/errors.ts";
import { toFailedEnd, toRunEnd } from "../../../src/run/run_end.ts";

Deno.test("the end of a run does not tell where a store is that failed", () => {
  const message = "Cannot write to the file store at /secret";
  const ends = [
    toFailedEnd(new WorkflowError("store_failed", message)),
    toRunEnd({ status: "failed", error: { code: "store_failed", message } }, 1000),
  ];
  for (const end of ends) {
    assertEquals(end.status, "failed");
    assertEquals(JSON.stringify(end).includes("/secret"), false);
  }
});

Deno.test("toFailedEnd() keeps why a file was rejected or an executor died, and takes the rest for a failed run", () => {
  for (const code of ["file_rejected", "executor_crashed", "internal"] as const) {
    const end = toFailedEnd(new WorkflowError(code, "why"));
    const known = code === "internal" ? "run_failed" : code;
    assertEquals(end, { status: "failed", error: { code: known, message: "why" } });
  }
});
