import type { Loader } from "esbuild";
import type { Esbuild } from "./esbuild_service.ts";

/** One import in a source. */
export interface ImportSite {
  readonly source: string;
  readonly loader: Loader;
  readonly specifier: string;
}

/**
 * Whether a source is prepared for the absence of what it imports: every such import stands in a `try` block or is followed
 * by `.catch`. esbuild itself is asked, by bundling the source alone where nothing can be found.
 *
 * @param esbuild The running esbuild.
 * @param site What is imported and where.
 * @returns Whether the bundle may go on without it; the import then fails when it is reached.
 */
export async function isGuarded(esbuild: Esbuild, site: ImportSite): Promise<boolean> {
  const { source, loader, specifier } = site;
  try {
    await esbuild.build({
      stdin: { contents: source, loader },
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      logLevel: "silent",
      tsconfigRaw: "{}",
      plugins: [{
        name: "workflow-code-nothing-found",
        setup(build) {
          build.onResolve(
            { filter: /.*/ },
            ({ path }) => path === specifier ? undefined : { path, external: true },
          );
        },
      }],
    });
    return true;
  } catch {
    return false;
  }
}
