import { assertEquals, assertRejects } from "@std/assert";
import { answerForm } from "../../../src/cli/answer_form.ts";
import { WorkflowError } from "../../../src/errors.ts";
import { approval, question } from "../../fixtures/questions.ts";

const STYLE = question({
  tone: { type: "string", options: ["formal", "plain"], required: true },
  copies: { type: "number", default: 1 },
  sizes: { type: "number", multiple: true },
  urgent: { type: "boolean" },
  notes: { type: "string", multiple: true },
  paper: { type: "file" },
  password: { type: "string", secret: true, minLength: 8 },
});

function accept(texts: Record<string, readonly string[]>, values: Record<string, unknown> = {}) {
  return { action: "accept", texts: new Map(Object.entries(texts)), values } as const;
}

Deno.test("answerForm() reads texts by the type of their fields, and fills in defaults", async () => {
  const given = accept({
    tone: ["plain"],
    sizes: ["1.5", "-2"],
    urgent: ["false"],
    notes: ["--x", ""],
    paper: ["/a b.txt"],
  });
  assertEquals(await answerForm(STYLE, given), {
    action: "accept",
    values: {
      tone: "plain",
      copies: 1,
      sizes: [1.5, -2],
      urgent: false,
      notes: ["--x", ""],
      paper: "/a b.txt",
    },
  });
});

Deno.test("answerForm() puts both kinds of values together", async () => {
  assertEquals(
    await answerForm(STYLE, accept({ tone: ["formal"] }, { copies: 2, sizes: [], notes: ["a"] })),
    {
      action: "accept",
      values: { tone: "formal", copies: 2, sizes: [], notes: ["a"] },
    },
  );
});

Deno.test("answerForm() hands a refusal on", async () => {
  assertEquals(await answerForm(approval(), { action: "decline" }), { action: "decline" });
});

async function faultsOf(...given: Parameters<typeof accept>): Promise<(readonly [string, string])[]> {
  const error = await assertRejects(() => answerForm(STYLE, accept(...given)), WorkflowError);
  assertEquals(error.code, "usage");
  return error.faults.map(({ path, reason }) => [path, reason]);
}

Deno.test("answerForm() names every fault, each field once, in the order of what was given", async () => {
  assertEquals(
    await faultsOf({ tune: ["x"], copies: ["many"], sizes: ["1", "x"], urgent: ["yes"], tone: ["loud"] }, {
      paper: "a.txt",
      "a b": 1,
    }),
    [
      ["tune", 'is no field of this form; did you mean "tone"?'],
      ["copies", 'needs a number such as 1.5; got "many"'],
      ["sizes", 'needs a number such as 1.5; got "x"'],
      ["urgent", 'must be true or false; got "yes"'],
      [
        '["a b"]',
        'is no field of this form; its fields are "tone", "copies", "sizes", "urgent", "notes", "paper", "password"',
      ],
      ["tone", 'must be one of "formal", "plain"; got "loud"'],
      [
        "paper",
        'must be the absolute path of a local file, such as /home/name/report.pdf; "a.txt" is relative',
      ],
    ],
  );
});

Deno.test("answerForm() refuses two values for a field that takes one", async () => {
  assertEquals(await faultsOf({ tone: ["plain", "formal"] }), [["tone", "is given more than once"]]);
});

Deno.test("answerForm() tells nothing of a secret", async () => {
  assertEquals(await faultsOf({ tone: ["plain"], password: ["hunter2"] }), [
    ["password", "must have at least 8 characters"],
  ]);
  assertEquals(await faultsOf({ tone: ["plain"] }, { password: 1234567 }), [[
    "password",
    "must be a string",
  ]]);
});

Deno.test("answerForm() never takes an approval from an answer without one", async () => {
  const given = accept({ reason: ["because"] });
  const error = await assertRejects(() => answerForm(approval(), given), WorkflowError);
  assertEquals(error.message, 'Cannot answer "send": approved is missing');
});
