import { assertEquals } from "@std/assert";
import { secretValues } from "../../../src/core/secret_values.ts";
import type { FieldSpec } from "../../../src/core/interaction.ts";

const field = (name: string, secret: boolean, multiple = false): FieldSpec => ({
  name,
  type: "string",
  title: name,
  required: false,
  multiple,
  secret,
});

Deno.test("secretValues() gives what secret fields were answered, as text, and nothing else", () => {
  const fields = [field("pin", true), field("words", true, true), field("left", true), field("city", false)];
  const values = { pin: 4711, words: ["one", "two"], city: "Bonn" };
  assertEquals(secretValues({ action: "accept", values }, fields), ["4711", "one", "two"]);
  assertEquals(secretValues({ action: "decline" }, fields), []);
});
