import { assertEquals } from "@std/assert";
import type { EntrypointSpec } from "../../../src/core/spec.ts";
import { OUTPUT_SCHEMA } from "../../../src/mcp/output_schema.ts";
import { toTool } from "../../../src/mcp/tools.ts";

const INPUT_SCHEMA = { type: "object", properties: {}, additionalProperties: false } as const;
const ENTRYPOINT: EntrypointSpec = {
  id: "main",
  title: "Main",
  description: "Summarises the attached documents.",
  timeout: 600_000,
  dynamic: false,
  params: [],
};

Deno.test("toTool() names the tool by the entrypoint's id", () => {
  assertEquals(toTool(ENTRYPOINT, INPUT_SCHEMA), {
    name: "main",
    title: "Main",
    description: "Summarises the attached documents.",
    inputSchema: INPUT_SCHEMA,
    outputSchema: OUTPUT_SCHEMA,
  });
});

Deno.test("toTool() describes an entrypoint without a description by its title", () => {
  const { description: _, ...undescribed } = ENTRYPOINT;
  assertEquals(toTool(undescribed, INPUT_SCHEMA).description, "Main");
  assertEquals(toTool({ ...ENTRYPOINT, description: " " }, INPUT_SCHEMA).description, "Main");
});

Deno.test("toTool() gives MCP's names to the annotations that are declared, false included", () => {
  const annotations = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
  assertEquals(toTool({ ...ENTRYPOINT, annotations }, INPUT_SCHEMA).annotations, {
    title: "Main",
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  });
  assertEquals(toTool({ ...ENTRYPOINT, annotations: { readOnly: true } }, INPUT_SCHEMA).annotations, {
    title: "Main",
    readOnlyHint: true,
  });
});
