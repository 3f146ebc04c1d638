import { assertEquals } from "@std/assert";
import { createSchemaCheck } from "../../../src/connector/schema_check.ts";

Deno.test("createSchemaCheck() names the value itself where it is wrong as a whole", async () => {
  const check = await createSchemaCheck({ enum: ["a", "b"] }, "the answer");
  assertEquals(check?.("c"), ['the answer must be one of "a", "b", found "c"']);
});

Deno.test("createSchemaCheck() gives no check for a schema that refers to another place", async () => {
  assertEquals(await createSchemaCheck({ $ref: "https://example.com/a.json" }, "the answer"), undefined);
});
