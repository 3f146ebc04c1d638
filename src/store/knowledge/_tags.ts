import { createHash } from "node:crypto";
import { toCanonicalJson } from "../../core/canonical_json.ts";

/**
 * Makes a tag for each entry of a document's metadata, so that the index finds those that equal: 80 bits of a hash, since
 * a tag is a term.
 *
 * @param metadata JSON.
 * @returns The tags.
 */
export function toMetadataTags(metadata: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(metadata).map((entry) => {
    const hash = createHash("sha256").update(toCanonicalJson(entry));
    return `m${hash.digest("hex").slice(0, 20)}`;
  });
}
