import { assert, assertEquals } from "@std/assert";
import { WorkflowError } from "../../../src/errors.ts";
import { reviveStepError, toStepError } from "../../../src/run/step_error.ts";

Deno.test("reviveStepError() gives a WorkflowError its codes again", () => {
  const revived = reviveStepError(
    toStepError(new WorkflowError("business_error", "No money", { errCode: 7 })),
  );
  assert(revived instanceof WorkflowError);
  assertEquals([revived.code, revived.errCode, revived.message], ["business_error", 7, "No money"]);
});

Deno.test("reviveStepError() keeps the name of every other error", () => {
  const revived = reviveStepError(toStepError(new RangeError("too far")));
  assertEquals([revived.name, revived.message, toStepError("text")], [
    "RangeError",
    "too far",
    { name: "Error", message: "text" },
  ]);
});
