import type { Manifest } from "../manifest.ts";
import type { Tree } from "../tree.ts";
import type { Bundle, BundleOptions } from "./bundle.ts";
import { readIndexEntry, toIndexPath } from "./bundle_index.ts";
import { findStoredBundle } from "./bundle_store.ts";
import { digestInputs } from "./input_digest.ts";

/** A project as it was opened. */
export interface BundleSource {
  readonly manifest: Manifest;
  /** What is in its folder. */
  readonly tree: Tree;
}

/**
 * Finds the bundle that was made of exactly the sources that are there now. Neither esbuild is loaded nor anything written.
 *
 * @param source The project.
 * @param options Where bundles are kept.
 * @returns The bundle, or `undefined` if it has to be made.
 */
export async function findCachedBundle(
  { manifest, tree }: BundleSource,
  { cacheDir }: BundleOptions,
): Promise<Bundle | undefined> {
  const entry = await readIndexEntry(await toIndexPath(manifest, cacheDir));
  if (entry === undefined) return undefined;
  const [stored, digest] = await Promise.all([
    findStoredBundle(entry.id, cacheDir),
    digestInputs(entry, { tree, dir: manifest.dir }),
  ]);
  if (stored === undefined || digest !== entry.digest) return undefined;
  return { ...stored, inputs: entry.inputs };
}
