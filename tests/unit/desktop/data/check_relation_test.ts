import { assertThrows } from "@std/assert";
import { checkRelation } from "../../../../src/desktop/data/check_relation.ts";
import type { Manifest } from "../../../../src/project/manifest.ts";
import { WorkflowError } from "../../../../src/errors.ts";

function manifest(id: string, related: Record<string, { id: string }>): Manifest {
  return { id, name: id, related } as unknown as Manifest;
}

Deno.test("checkRelation() accepts what both manifests have", () => {
  checkRelation(manifest("a", { billing: { id: "b" } }), "billing", manifest("b", { home: { id: "a" } }));
});

Deno.test("checkRelation() says what is missing on which side", () => {
  const both = manifest("b", { home: { id: "a" } });
  const refused = (one: Manifest, alias: string, other: Manifest, says: string) =>
    assertThrows(() => checkRelation(one, alias, other), WorkflowError, says);
  refused(manifest("a", { billing: { id: "b" } }), "biling", both, 'did you mean "billing"?');
  refused(manifest("a", {}), "billing", both, "it names none");
  refused(manifest("a", { constructor: { id: "b" } }), "toString", both, "names no relation");
  refused(manifest("a", { billing: { id: "c" } }), "billing", both, "expects the id c, found b");
  refused(
    manifest("a", { billing: { id: "b" } }),
    "billing",
    manifest("b", {}),
    "the manifest of b has no relation back",
  );
});
