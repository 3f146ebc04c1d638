import { nearest } from "../../nearest.ts";
import type { Manifest } from "../manifest.ts";

/**
 * Says that a manifest has no relation of a name.
 *
 * @param alias The name.
 * @param manifest The manifest.
 * @returns The reason, which names the nearest alias, or all that there are.
 */
export function toUnknownAlias(alias: string, { name, related }: Pick<Manifest, "name" | "related">): string {
  const aliases = Object.keys(related);
  if (aliases.length === 0) return `the manifest of ${name} relates to no project`;
  const near = nearest(alias, aliases);
  const hint = near === undefined ? `it has ${aliases.join(", ")}` : `did you mean ${JSON.stringify(near)}?`;
  return `the manifest of ${name} has no relation ${JSON.stringify(alias)}; ${hint}`;
}
