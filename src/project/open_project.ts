import type { Bundle } from "./bundle/bundle.ts";
import type { BundleSource } from "./bundle/find_cached_bundle.ts";
import { checkHideable } from "./check_hideable.ts";
import { loadDotEnv } from "./dot_env.ts";
import { type Grants, resolveGrants } from "./grants.ts";
import { checkPrivateDir } from "./check_private_dir.ts";
import { checkLinks } from "./links.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { readTree, type Tree } from "./tree.ts";

/** Options for {@linkcode openProject}. */
export interface OpenProjectOptions {
  /** The manifest, where {@linkcode readManifest} has read it before. @default it is read now */
  readonly manifest?: Manifest | undefined;
  /** Keys that the project may inherit from `env`. @default none */
  readonly allowInheritEnv?: readonly string[];
  /** Absolute paths outside the project that its manifest may ask to read. @default none */
  readonly allowRead?: readonly string[];
  /** The file with the definitions of the MCP servers that its manifest may name. @default none */
  readonly mcpServersFile?: string | undefined;
  /** The environment of the person who starts the project. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder for what can be made again, `<data-dir>/cache`; made when a bundle is. */
  readonly cacheDir: string;
  /** Other folders of data that no run may read. @default none */
  readonly privateDirs?: readonly string[];
  /** The command that grants what is missing, up to the project folder. @default the one that starts the project */
  readonly grantCommand?: string | undefined;
}

/** A workflow project that may be served: its manifest is sound, all that it asks for is granted, no link leads out. */
export interface Project {
  /** The project folder, a real path. */
  readonly dir: string;
  readonly manifest: Manifest;
  /** What its runs get. */
  readonly grants: Grants;
  /** What its `.env` says of where agents reach models, for the host alone. */
  readonly server: Readonly<Record<string, string>>;
  /** Whether runs must not read its `.env`, since the key of that server is in it. */
  readonly hidesDotEnv: boolean;
  /** What was in the folder when it was opened. */
  readonly tree: Tree;
  /**
   * Bundles the project, or finds the bundle that was made of the same sources before. The first bundle is kept: editing
   * files changes nothing for this project until it is opened anew.
   *
   * @throws {WorkflowError} `bundle_failed`, with the place in the author's source where there is one.
   */
  bundle(): Promise<Bundle>;
}

/**
 * Opens a workflow project: manifest, `.env`, grants and links, but not yet its source. Nothing is written.
 *
 * @param dir The project folder; a relative one is taken from the working directory.
 * @param options What the person who starts it allows.
 * @returns The project.
 * @throws {WorkflowError} `invalid_project` if it cannot be served, or `usage` if an option is wrong: also a folder of
 * data that runs could read.
 *
 * @example
 * ```ts ignore
 * const manifest = await readManifest(dir); // Enough to answer a client's first request.
 * const project = await openProject(dir, { manifest, env: Deno.env.toObject(), cacheDir });
 * const { path } = await project.bundle();
 * ```
 */
export async function openProject(dir: string, options: OpenProjectOptions): Promise<Project> {
  const { allowInheritEnv = [], allowRead = [], mcpServersFile, privateDirs = [], env, cacheDir } = options;
  const { grantCommand } = options;
  const manifest = options.manifest ?? await readManifest(dir);
  const [dotEnv, tree] = await Promise.all([
    loadDotEnv(manifest.dir, { env, allowInheritEnv }),
    readTree(manifest.dir),
  ]);
  const allowed = { allowInheritEnv, allowRead, mcpServersFile, grantCommand };
  const grants = await resolveGrants(manifest, { ...allowed, env, dotEnv });
  const readable = { dir: manifest.dir, read: grants.read };
  await Promise.all([cacheDir, ...privateDirs].map((privateDir) => checkPrivateDir(privateDir, readable)));
  await checkLinks(tree.links, readable);
  if (dotEnv.holdsKey) await checkHideable(manifest.dir, grants.read);
  let bundling: Promise<Bundle> | undefined;
  return {
    dir: manifest.dir,
    manifest,
    grants,
    server: dotEnv.server,
    hidesDotEnv: dotEnv.holdsKey,
    tree,
    bundle: () => {
      bundling ??= makeBundle({ manifest, tree }, cacheDir);
      bundling.catch(() => bundling = undefined);
      return bundling;
    },
  };
}

async function makeBundle(source: BundleSource, cacheDir: string): Promise<Bundle> {
  const { bundleProject } = await import("./bundle/bundle_project.ts");
  return await bundleProject(source, { cacheDir });
}
