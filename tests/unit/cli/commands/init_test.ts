import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { TEMPLATE_NAMES, toProjectFiles } from "../../../../src/cli/init/project_files.ts";
import { toEditorTypes } from "../../../../src/cli/init/editor_types.ts";

const ID = "11111111-1111-4111-8111-111111111111";

Deno.test("a project is given its folder's name as npm wants it", () => {
  const names = ["Invoice Triage", "Straße & Co", ".hidden", "请假", "a_b.c", "x".repeat(200)].map(
    (folder) => {
      const files = toProjectFiles({ template: "minimal", folder, id: ID });
      return JSON.parse(files.get("package.json") ?? "").name;
    },
  );
  assertEquals(names, ["invoice-triage", "stra-e-co", "hidden", "workflow", "a_b.c", "x".repeat(100)]);
});

Deno.test("every template has the same files, the manifest first", () => {
  for (const template of TEMPLATE_NAMES) {
    assertEquals([...toProjectFiles({ template, folder: "x", id: ID }).keys()], [
      "package.json",
      "workflow.ts",
      "workflow-code.d.ts",
      "tsconfig.json",
      ".env.example",
      ".gitignore",
    ]);
  }
});

Deno.test("toEditorTypes() declares the module, its value, and exports nothing that the contract does not", () => {
  const text = toEditorTypes("type Hidden = 1;\n\nexport type Shown = Hidden;\n");
  assertMatch(
    text,
    /^\/\/ .*\ndeclare module "workflow-code" \{\n {2}type Hidden = 1;\n\n {2}export type Shown/,
  );
  assertStringIncludes(text, "\n  export const workflow: Workflow;\n");
  assertStringIncludes(text, "\n  export {};\n}\n");
});

Deno.test("the contract imports nothing, so that it can stand inside a declared module", async () => {
  const contract = await Deno.readTextFile(new URL("../../../../src/core/api.ts", import.meta.url));
  assertEquals(contract.match(/^(import|export (\*|\{))/m), null);
});
