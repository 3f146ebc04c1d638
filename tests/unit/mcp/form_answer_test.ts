import { assertEquals } from "@std/assert";
import type { InteractionRequest } from "../../../src/core/interaction.ts";
import { type FormAnswer, readFormAnswer } from "../../../src/mcp/form_answer.ts";
import { validateAnswer } from "../../../src/run/validate_answer.ts";
import { approval, ask } from "./_ask.ts";

const TONE = ask({ tone: { type: "string", options: ["formal", "plain"], required: true } });

for (const action of ["decline", "cancel"] as const) {
  Deno.test(`readFormAnswer() takes ${action} as it is, whatever comes with it`, async () => {
    assertEquals(await read(TONE, { action }), { action });
    assertEquals(await read(TONE, { action, content: { tone: "plain" } }), { action });
  });
}

for (
  const result of [undefined, null, "accept", [], {}, { action: "ok" }, { action: "ACCEPT", content: {} }, {
    method: "elicitation/create",
    result: { action: "accept", content: { tone: "plain" } },
  }]
) {
  Deno.test(`readFormAnswer() takes ${JSON.stringify(result)} for no answer`, async () => {
    assertEquals(await read(TONE, result), invalid("", "there was neither an answer nor a refusal"));
  });
}

for (const content of [undefined, null, [], "plain", 1]) {
  Deno.test(`readFormAnswer() takes no acceptance with ${JSON.stringify(content)} in place of values`, async () => {
    const expected = invalid("", "the form was accepted without any values");
    assertEquals(await read(TONE, { action: "accept", content }), expected);
    assertEquals(await read(approval(), { action: "accept", content }), expected);
  });
}

Deno.test("readFormAnswer() approves nothing that was not approved in so many words", async () => {
  for (const content of [{}, { reason: "yes" }, { approved: "true" }, { approved: 1 }, { approved: null }]) {
    assertEquals((await read(approval(), { action: "accept", content })).action, "invalid");
  }
  for (const approved of [true, false]) {
    const values = { approved, reason: "because" };
    assertEquals(await accept(approval(), values), { action: "accept", values });
  }
});

Deno.test("readFormAnswer() drops what was never asked for, inherited names included", async () => {
  const content = JSON.parse('{"tone":"plain","extra":1,"__proto__":{"tone":"formal"},"constructor":"x"}');
  assertEquals(await accept(TONE, content), { action: "accept", values: { tone: "plain" } });
  const inherited = ask({ toString: { type: "string" }, a: { type: "string", required: true } });
  assertEquals(await accept(inherited, { a: "x" }), { action: "accept", values: { a: "x" } });
});

Deno.test("readFormAnswer() tells every value that does not fit", async () => {
  const request = ask({
    a: { type: "number", minimum: 2, required: true },
    b: { type: "string", format: "date" },
  });
  assertEquals(await accept(request, { a: 1, b: "soon" }), {
    action: "invalid",
    faults: [
      { path: "a", reason: "must be at least 2; got 1" },
      { path: "b", reason: 'must be a date such as 2026-01-31; got "soon"' },
    ],
  });
  assertEquals(await accept(request, { a: "3" }), invalid("a", 'must be a number; got "3"'));
});

Deno.test("readFormAnswer() fills in defaults", async () => {
  const request = ask({
    a: { type: "string", required: true },
    b: { type: "number", default: 3 },
    c: { type: "boolean" },
  });
  assertEquals(await accept(request, { a: "x" }), { action: "accept", values: { a: "x", b: 3 } });
});

Deno.test("readFormAnswer() takes null, and an empty text that the field cannot have, for a field left alone", async () => {
  const request = ask({
    a: { type: "string", required: true },
    date: { type: "string", format: "date" },
    number: { type: "number" },
    choice: { type: "string", options: ["x"] },
    short: { type: "string", minLength: 1 },
    digits: { type: "string", pattern: "^\\d+$" },
    text: { type: "string" },
    none: { type: "string" },
  });
  const content = { a: "", date: "", number: "", choice: "", short: "", digits: "", text: "", none: null };
  assertEquals(await accept(request, content), { action: "accept", values: { a: "", text: "" } });
});

Deno.test("readFormAnswer() does not turn an emptied field into its default", async () => {
  const request = ask({
    a: { type: "string", required: true },
    n: { type: "string", minLength: 1, default: "x" },
  });
  assertEquals(
    await accept(request, { a: "y", n: "" }),
    invalid("n", 'must have at least 1 character; got ""'),
  );
});

Deno.test("readFormAnswer() turns the texts of number options back", async () => {
  const request = ask({
    one: { type: "number", options: [1, 2.5], required: true },
    several: { type: "number", multiple: true, options: [1, -2] },
  });
  assertEquals(await accept(request, { one: "2.5", several: ["-2", "1"] }), {
    action: "accept",
    values: { one: 2.5, several: [-2, 1] },
  });
  assertEquals(await accept(request, { one: 1 }), { action: "accept", values: { one: 1, several: [] } });
  assertEquals(await accept(request, { one: "3" }), invalid("one", 'must be a number; got "3"'));
});

Deno.test("readFormAnswer() takes the answer to whether to proceed out, and no for a refusal", async () => {
  const request = ask({ a: { type: "string" } });
  assertEquals(await accept(request, { a: "x", proceed: true }), { action: "accept", values: { a: "x" } });
  assertEquals(await accept(request, { proceed: true }), { action: "accept", values: {} });
  assertEquals(await accept(request, { a: "x", proceed: false }), { action: "decline" });
  assertEquals(await accept(request, { a: "x" }), invalid("proceed", "must be true or false; got nothing"));
  assertEquals(
    await accept(request, { proceed: "yes" }),
    invalid("proceed", 'must be true or false; got "yes"'),
  );
});

Deno.test("readFormAnswer() hands on what fails otherwise", async () => {
  const validate = () => Promise.reject(new TypeError("broken"));
  const error = await readFormAnswer(TONE, { action: "accept", content: {} }, { validate }).catch((e) => e);
  assertEquals(error.message, "broken");
});

function read(request: InteractionRequest, result: unknown): Promise<FormAnswer> {
  return readFormAnswer(request, result, { validate: (values) => validateAnswer(request, values) });
}

function accept(request: InteractionRequest, content: unknown): Promise<FormAnswer> {
  return read(request, { action: "accept", content });
}

function invalid(path: string, reason: string): FormAnswer {
  return { action: "invalid", faults: [{ path, reason }] };
}
