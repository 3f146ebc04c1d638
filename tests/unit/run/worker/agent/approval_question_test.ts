import { assertEquals, assertMatch } from "@std/assert";
import { toApprovalQuestion } from "../../../../../src/run/worker/agent/approval_question.ts";

Deno.test("toApprovalQuestion() shows tool and arguments", () => {
  assertEquals(toApprovalQuestion("pay", { amount: 5, to: "Ada", tags: ["a"], "odd key": null }), {
    title: "May the agent call pay?",
    detail: 'amount: 5\nto: "Ada"\ntags: ["a"]\n"odd key": null',
  });
  assertEquals(toApprovalQuestion("now", {}).detail, "It takes no arguments.");
});

Deno.test("toApprovalQuestion() lets no text look like another argument, nor be read backwards", () => {
  assertEquals(
    toApprovalQuestion("pay", { note: "rent\namount: 1", to: "\u202eadA\u001b[2K" }).detail,
    'note: \n  | rent\n  | amount: 1\nto: "\\u{202e}adA\\u001b[2K"',
  );
});

Deno.test("toApprovalQuestion() says how much it leaves out", () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`a${index}`, index]));
  assertMatch(toApprovalQuestion("x", many).detail, /\n\(10 more arguments, which are not shown\)$/);
  const { detail } = toApprovalQuestion("x", { text: "y".repeat(9_000) });
  assertMatch(detail, /y… \(7502 more characters, which are not shown\)$/);
  assertEquals(detail.length < 1_700, true);
});
