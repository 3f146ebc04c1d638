import { assertEquals } from "@std/assert";
import { createJsonRedactor } from "../../../../src/desktop/host/json_redactor.ts";
import { credentialValues } from "../../../../src/project/credential_values.ts";

Deno.test("json() masks values in texts and keys, and stays JSON where a value is a number or a quotation mark", () => {
  const { json } = createJsonRedactor(["12345678", 'a"b"c']);
  const value = { "key 12345678": ["x12345678x", 12345678, { deep: 'is a"b"c' }], rest: null };
  assertEquals(JSON.parse(json(value)), {
    "key ***": ["x***x", 12345678, { deep: "is ***" }],
    rest: null,
  });
});

Deno.test("json() leaves what has no value in it as it is, and writes nothing as null", () => {
  const { json } = createJsonRedactor(["secret-value"]);
  assertEquals([json({ a: 1 }), json(undefined)], ['{"a":1}', "null"]);
});

Deno.test("credentialValues() picks what looks like a credential, and long inherited values that say no place or person", () => {
  const env = {
    BILLING_TOKEN: "abc",
    STRIPE_SK: "sk_live_1234",
    HOME: "/home/someone",
    MODE: "fast",
    REGION_FROM_DOT_ENV: "eu-central-1",
    EMPTY_TOKEN: "",
  };
  assertEquals(credentialValues(env, ["BILLING_TOKEN", "STRIPE_SK", "HOME", "MODE"]), [
    "abc",
    "sk_live_1234",
  ]);
});
