import { assert, assertEquals, assertRejects } from "@std/assert";
import { readGivenAnswer } from "../../../src/cli/given_answer.ts";
import { WorkflowError } from "../../../src/errors.ts";

function read(options: Record<string, readonly string[]>, stdin = "") {
  return readGivenAnswer(new Map(Object.entries(options)), { readStdin: () => Promise.resolve(stdin) });
}

Deno.test("readGivenAnswer() finds no answer where none is given", async () => {
  assertEquals(await read({ "data-dir": ["/data"], force: [] }), undefined);
});

Deno.test("readGivenAnswer() splits field=value at the first =, and keeps repeated fields in order", async () => {
  assertEquals(await read({ answer: ["a=1", "b==x=", "a=", "c=two\nlines"] }), {
    action: "accept",
    texts: new Map([["a", ["1", ""]], ["b", ["=x="]], ["c", ["two\nlines"]]]),
    values: {},
  });
});

Deno.test("readGivenAnswer() reads JSON from the command line, and from stdin for -", async () => {
  const expected = { action: "accept", texts: new Map(), values: { a: [1, "x"] } } as const;
  assertEquals(await read({ answers: ['{ "a": [1, "x"] }'] }), expected);
  assertEquals(await read({ answers: ["-"] }, '{ "a": [1, "x"] }\n'), expected);
});

Deno.test("readGivenAnswer() keeps --decline", async () => {
  assertEquals(await read({ decline: [] }), { action: "decline" });
});

const WRONG: Readonly<Record<string, Record<string, readonly string[]>>> = {
  "no =": { answer: ["hunter2"] },
  "no name": { answer: ["=hunter2"] },
  "no JSON": { answers: ["{ password: hunter2 }"] },
  "a list": { answers: ['["hunter2"]'] },
  "a text": { answers: ['"hunter2"'] },
  "null": { answers: ["null"] },
  "both": { answer: ["a=hunter2"], answers: ['{ "a": "hunter2" }'] },
  "a refusal and an answer": { decline: [], answer: ["a=hunter2"] },
  "a refusal and JSON": { decline: [], answers: ["{}"] },
};

for (const [title, options] of Object.entries(WRONG)) {
  Deno.test(`readGivenAnswer() refuses ${title} as usage, without telling what was given`, async () => {
    const error = await assertRejects(() => read(options), WorkflowError);
    assertEquals(error.code, "usage");
    assert(!error.message.includes("hunter2"), error.message);
  });
}
