import { assertEquals, assertThrows } from "@std/assert";
import { parseDefinition } from "../../../src/core/parse_definition.ts";
import { parseResolvedParams } from "../../../src/core/parse_resolved_params.ts";
import type { EntrypointSpec } from "../../../src/core/spec.ts";
import { WorkflowError } from "../../../src/errors.ts";

const ENTRYPOINT = parseDefinition({
  entrypoints: {
    main: {
      params: { city: { type: "string" }, count: { type: "number", maximum: 5 }, file: { type: "file" } },
      resolveParams: true,
      run: true,
    },
  },
}).entrypoints[0] as EntrypointSpec;

Deno.test("parseResolvedParams() reads options, labelled ones and none", () => {
  assertEquals(
    parseResolvedParams(ENTRYPOINT, {
      city: { options: ["Bonn", { value: "Oslo", label: "Oslo!" }] },
      count: { options: [] },
    }),
    { city: [{ value: "Bonn" }, { value: "Oslo", label: "Oslo!" }], count: [] },
  );
  assertEquals(parseResolvedParams(ENTRYPOINT, { city: {} }), {});
});

Deno.test("parseResolvedParams() refuses with every fault what fits no param", () => {
  const refused = (resolved: unknown) =>
    assertThrows(() => parseResolvedParams(ENTRYPOINT, resolved), WorkflowError).faults.map(({ path }) =>
      path
    );
  assertEquals(refused(null), [""]);
  assertEquals(refused({ ctiy: {}, file: { options: ["x"] } }), ["ctiy", "file.options"]);
  assertEquals(refused({ count: { options: [3, 6, "x"] } }), ["count.options[1]", "count.options[2]"]);
  assertEquals(refused({ city: { options: "Bonn" } }), ["city.options"]);
});
