import { assertEquals } from "@std/assert";
import type { FieldSpec } from "../../../../../src/core/interaction.ts";
import { readForm } from "../../../../../src/desktop/web/forms/read_form.ts";
import { toField } from "../../../../fixtures/desktop/run_samples.ts";

function read(field: FieldSpec, ...texts: readonly string[]): unknown {
  const form = new FormData();
  for (const text of texts) form.append(`value.${field.name}`, text);
  return readForm([field], form)[field.name];
}

Deno.test("readForm() takes a field that was left empty for absent", () => {
  assertEquals(read(toField({ name: "a", type: "string" }), ""), undefined);
  assertEquals(read(toField({ name: "a", type: "number", default: 3 }), ""), undefined);
});

Deno.test("readForm() takes an emptied text that has a default for the empty text", () => {
  assertEquals(read(toField({ name: "a", type: "string", default: "x" }), ""), "");
});

Deno.test("readForm() makes numbers of numbers, and leaves to the check what is none", () => {
  const field = toField({ name: "a", type: "number" });
  assertEquals(read(field, "-1.5"), -1.5);
  assertEquals(read(field, "many"), "many");
});

Deno.test("readForm() gives the line breaks that a person typed", () => {
  assertEquals(read(toField({ name: "a", type: "string" }), "one\r\ntwo"), "one\ntwo");
});

Deno.test("readForm() takes a box that is not ticked for no only where there is a default", () => {
  assertEquals(read(toField({ name: "a", type: "boolean" })), undefined);
  assertEquals(read(toField({ name: "a", type: "boolean", default: true })), false);
  assertEquals(read(toField({ name: "a", type: "boolean" }), "true"), true);
});

Deno.test("readForm() takes a required yes or no only from a choice that was made", () => {
  const field = toField({ name: "a", type: "boolean", required: true });
  assertEquals(read(field), undefined);
  assertEquals(read(field, "false"), false);
});

Deno.test("readForm() leaves the empty lines of a list out", () => {
  const field = toField({ name: "a", type: "number", multiple: true });
  assertEquals(read(field, "1", "", "2"), [1, 2]);
  assertEquals(read(field, "", ""), undefined);
});

Deno.test("readForm() tells an empty list from none where there is a default", () => {
  assertEquals(read(toField({ name: "a", type: "checkboxes", default: ["x"] })), []);
});

Deno.test("readForm() gives an option of a number as the number", () => {
  assertEquals(read(toField({ name: "a", type: "number", options: [{ value: 1.5 }] }), "1.5"), 1.5);
});

Deno.test("readForm() takes no other control of the form for a param", () => {
  const form = new FormData();
  form.append("csrf", "x");
  assertEquals(readForm([toField({ name: "csrf", type: "string" })], form), {});
});
