import type { Bundle, BundleOptions } from "./bundle.ts";
import { toIndexPath, writeIndexEntry } from "./bundle_index.ts";
import { storeBundle } from "./bundle_store.ts";
import { type BundleSource, findCachedBundle } from "./find_cached_bundle.ts";

/**
 * Bundles a project into one file, or finds the bundle that was made of the same sources before.
 *
 * @param source The project as it was opened.
 * @param options Where bundles are kept.
 * @returns The bundle, written and whole.
 * @throws {WorkflowError} `bundle_failed` with every fault of the source, `store_failed` if it cannot be written.
 */
export async function bundleProject(source: BundleSource, options: BundleOptions): Promise<Bundle> {
  return await findCachedBundle(source, options) ?? await makeAndStore(source, options);
}

async function makeAndStore({ manifest, tree }: BundleSource, options: BundleOptions): Promise<Bundle> {
  // None of this is needed where the bundle is found.
  const [{ makeBundle }, { trackInputs }, { digestInputs }] = await Promise.all([
    import("./make_bundle.ts"),
    import("./tracked_inputs.ts"),
    import("./input_digest.ts"),
  ]);
  const { dir } = manifest;
  const startedAt = Date.now();
  const { code, contents, metafile, packages } = await makeBundle(manifest, options);
  const stored = await storeBundle(code, options.cacheDir);
  const inputs = [...contents.keys()].sort();
  const tracked = await trackInputs(metafile, { dir, packages });
  const others = tracked.files.filter((path) => !contents.has(path));
  // What changed while esbuild read it may not be what is read now; then the next start bundles again.
  if (!others.some((path) => isNewer(path, startedAt))) {
    const digest = await digestInputs(tracked, { tree, dir, contents });
    const path = await toIndexPath(manifest, options.cacheDir);
    await writeIndexEntry(path, { ...tracked, id: stored.id, digest, inputs });
  }
  return { ...stored, inputs };
}

function isNewer(path: string, time: number): boolean {
  try {
    return (Deno.statSync(path).mtime?.getTime() ?? 0) >= time;
  } catch {
    return false;
  }
}
