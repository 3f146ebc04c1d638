import { assertEquals, assertStringIncludes } from "@std/assert";
import { toAnswerHint } from "../../../src/cli/answer_hint.ts";
import { approval, question } from "../../fixtures/questions.ts";

const OPTIONS = new Map([["data-dir", ["/data"]], ["answer", ["a=hunter2"]], ["answers", ["{}"]], [
  "force",
  [],
]]);

Deno.test("toAnswerHint() gives fields and command, without the answer before", () => {
  assertEquals(
    toAnswerHint("20260828-abcd", { request: approval("Pay?\u001b[2J"), options: OPTIONS }),
    `workflow-code: run 20260828-abcd waits for an answer: Pay?\\u001b[2J
  approved: Approve, true or false, required
  reason: Reason, a text, optional
Answer with: workflow-code resume 20260828-abcd --data-dir /data --answer approved=...
or refuse with --decline.
`,
  );
});

Deno.test("toAnswerHint() tells how a secret is given unseen", () => {
  const request = question({ pin: { type: "string", secret: true } });
  const hint = toAnswerHint("20260828-abcd", { request, options: new Map() });
  assertStringIncludes(hint, "  pin: a text, secret, optional\n");
  assertStringIncludes(hint, " --answer pin=...\nor with --answers=-, which reads a JSON object from stdin");
});
