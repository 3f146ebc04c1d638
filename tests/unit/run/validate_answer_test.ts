import { assertEquals, assertRejects } from "@std/assert";
import { WorkflowError } from "../../../src/errors.ts";
import { validateAnswer } from "../../../src/run/validate_answer.ts";
import { field, question } from "../../fixtures/journal/samples.ts";

const LOGIN = question("login", {
  fields: [
    field("user", { minLength: 3, required: false, default: "ada" }),
    field("password", { secret: true, minLength: 8, pattern: "^[a-z; ]+$" }),
    field("pin", { secret: true, required: false, options: [{ value: "12; 34" }] }),
    field("codes", { secret: true, required: false, multiple: true, format: "date" }),
    field("key", { secret: true, required: false, type: "file" }),
  ],
});

Deno.test("validateAnswer() gives the values with defaults", async () => {
  assertEquals(await validateAnswer(LOGIN, { password: "correct horse" }), {
    user: "ada",
    password: "correct horse",
    codes: [],
  });
});

Deno.test("validateAnswer() names every fault, and of secret fields nothing that was given", async () => {
  const values = { user: "x", password: "SEC; got", pin: "SECRET", codes: ["SECRET"], key: "SECRET" };
  const error = await assertRejects(() => validateAnswer(LOGIN, values), WorkflowError);
  assertEquals(error.code, "invalid_arguments");
  assertEquals(error.faults.map(({ path, reason }) => `${path} ${reason}`), [
    'user must have at least 3 characters; got "x"',
    "password must match the pattern ^[a-z",
    'pin must be one of "12',
    "codes[0] must be a date such as 2026-01-31",
    "key must be the absolute path of a local file, such as /home/name/report.pdf",
  ]);
  assertEquals(
    error.message,
    `Cannot answer "login": ${error.faults.map(({ path, reason }) => `${path} ${reason}`).join("; ")}`,
  );
});
