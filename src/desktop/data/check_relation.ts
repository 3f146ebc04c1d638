import { WorkflowError } from "../../errors.ts";
import { nearest } from "../../nearest.ts";
import type { Manifest } from "../../project/manifest.ts";

/**
 * Refuses a relation that the manifests of both projects do not have: a start would be refused for it.
 *
 * @param manifest The project that names the other one.
 * @param alias By what.
 * @param other The other one.
 * @throws {WorkflowError} `usage`, with what is missing on which side.
 */
export function checkRelation(manifest: Manifest, alias: string, other: Manifest): void {
  const refuse = (reason: string) =>
    new WorkflowError("usage", `Cannot relate ${manifest.name} to ${other.name} as "${alias}": ${reason}`);
  const aliases = Object.keys(manifest.related);
  const wanted = Object.hasOwn(manifest.related, alias) ? manifest.related[alias] : undefined;
  if (!wanted) {
    const near = nearest(alias, aliases);
    const hint = near === undefined
      ? aliases.length === 0 ? "it names none" : `it names ${aliases.join(", ")}`
      : `did you mean "${near}"?`;
    throw refuse(
      `the manifest of ${manifest.name} names no relation "${alias}" in workflow.related; ${hint}`,
    );
  }
  if (wanted.id !== other.id) {
    throw refuse(`the manifest of ${manifest.name} expects the id ${wanted.id}, found ${other.id}`);
  }
  if (Object.values(other.related).some(({ id }) => id === manifest.id)) return;
  throw refuse(
    `the manifest of ${other.name} has no relation back; add "${manifest.id}" to its workflow.related`,
  );
}
