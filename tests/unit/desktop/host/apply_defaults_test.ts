import { assertEquals } from "@std/assert";
import { parseDefinition } from "../../../../src/core/parse_definition.ts";
import { applyDefaults } from "../../../../src/desktop/host/apply_defaults.ts";
import type { ParamValues } from "../../../../src/core/spec.ts";

const SPEC = parseDefinition({
  entrypoints: {
    main: {
      params: {
        text: { type: "string", required: true },
        mode: { type: "string", options: ["fast", "deep"], default: "fast" },
        tags: { type: "checkboxes", options: ["a", "b"] },
        file: { type: "file" },
      },
      run: true,
    },
    other: { run: true },
  },
});

async function apply(values: ParamValues) {
  const said: string[] = [];
  const { entrypoints } = await applyDefaults(SPEC, new Map([["main", values]]), (text) => said.push(text));
  const params = entrypoints[0]?.params ?? [];
  return {
    defaults: Object.fromEntries(params.map(({ name, default: value }) => [name, value])),
    required: params.filter(({ required }) => required).map(({ name }) => name),
    said,
  };
}

Deno.test("applyDefaults() puts a draft in the place of defaults, and what has one is required no more", async () => {
  const { defaults, required, said } = await apply({ text: "hi", mode: "deep", tags: ["a"] });
  assertEquals(defaults, { text: "hi", mode: "deep", tags: ["a"], file: undefined });
  assertEquals([required, said], [[], []]);
});

Deno.test("applyDefaults() never makes a file a default", async () => {
  const { defaults, said } = await apply({ file: "/etc/passwd" });
  assertEquals([defaults.file, said], [undefined, []]);
});

Deno.test("applyDefaults() leaves out and tells what no longer fits, or is there no more", async () => {
  const { defaults, required, said } = await apply({ mode: "gone", text: 5, old: "x" });
  assertEquals([defaults.mode, required], ["fast", ["text"]]);
  assertEquals(said.map((text) => text.split(":")[0]).sort(), [
    "the default of main.mode is not used",
    "the default of main.old is not used",
    "the default of main.text is not used",
  ]);
});
