import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { definitionToJson } from "../../../src/core/definition_to_json.ts";
import { parseDefinition } from "../../../src/core/parse_definition.ts";
import { WorkflowError } from "../../../src/errors.ts";
import { definitions } from "../params/arbitraries.ts";

Deno.test("definitionToJson() puts true in place of functions", () => {
  const definition = {
    entrypoints: {
      main: { run: () => 1, resolveParams: () => ({}) },
      other: { async *run() {}, title: "Other" },
    },
  };
  assertEquals(definitionToJson(definition), {
    entrypoints: {
      main: { title: "main", timeout: 600_000, params: {}, resolveParams: true, run: true },
      other: { title: "Other", timeout: 600_000, params: {}, run: true },
    },
  });
});

Deno.test("definitionToJson() refuses what parseDefinition() refuses", () => {
  assertThrows(() => definitionToJson({ entrypoints: {} }), WorkflowError, "at least one entrypoint");
});

Deno.test("parseDefinition() gives the same for a definition and for its JSON", () => {
  fc.assert(fc.property(definitions(), ({ definition }) => {
    const json: unknown = JSON.parse(JSON.stringify(definitionToJson(definition)));
    assertEquals(parseDefinition(json), parseDefinition(definition));
    assertEquals(json, definitionToJson(json));
  }));
});
