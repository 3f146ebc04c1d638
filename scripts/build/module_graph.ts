import { join, toFileUrl } from "@std/path";

/** A module of the program that is read from a file: its own, or one of a jsr package in deno's cache. */
export interface GraphModule {
  specifier: string;
  /** The file that holds it. */
  local: string;
  /** What deno takes it for, such as `TypeScript`. */
  mediaType: string;
  /** What each specifier in it leads to. */
  dependencies: ReadonlyMap<string, string>;
}

/** The modules of a program as deno resolves them. */
export interface ModuleGraph {
  modules: readonly GraphModule[];
  /** The module that a specifier leads to, redirects followed. */
  find(specifier: string): GraphModule | undefined;
}

/** How to ask deno. */
export interface ReadGraphOptions {
  /** The folder with the deno.json of the program. */
  root: string;
  /** Flags that put another import map in place of deno.json's. */
  override: readonly string[];
  /** Folder for a temporary file. */
  cacheDir: string;
}

interface InfoJson {
  modules: {
    specifier: string;
    local?: string;
    mediaType?: string;
    error?: string;
    dependencies?: { specifier: string; code?: { specifier?: string; error?: string } }[];
  }[];
  redirects?: Record<string, string>;
}

/**
 * Asks deno for the modules that the entries lead to.
 *
 * @param entries Paths of the entry modules.
 * @param options How to ask.
 * @returns The graph.
 * @throws {Error} When deno cannot resolve or find a module.
 */
export async function readModuleGraph(
  entries: readonly string[],
  options: ReadGraphOptions,
): Promise<ModuleGraph> {
  const { root, override, cacheDir } = options;
  await Deno.mkdir(cacheDir, { recursive: true });
  const all = join(cacheDir, "all_entries.ts"); // `deno info` takes one module.
  await Deno.writeTextFile(
    all,
    entries.map((path) => `import(${JSON.stringify(toFileUrl(path).href)});\n`).join(""),
  );
  const args = ["info", "--json", "--config", join(root, "deno.json"), ...override, all];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: root }).output();
  if (code !== 0) throw new Error(`Cannot read the module graph: ${new TextDecoder().decode(stderr)}`);
  return toModuleGraph(JSON.parse(new TextDecoder().decode(stdout)));
}

/**
 * The graph in the answer of `deno info --json`.
 *
 * @param info The answer.
 * @returns The graph.
 * @throws {Error} When a module has an error.
 */
export function toModuleGraph(info: InfoJson): ModuleGraph {
  const faults = info.modules.flatMap((module) => [
    ...(module.error === undefined ? [] : [`${module.specifier}: ${module.error}`]),
    ...(module.dependencies ?? []).flatMap(({ code }) =>
      code?.error === undefined ? [] : [`${module.specifier}: ${code.error}`]
    ),
  ]);
  if (faults.length > 0) throw new Error(`Cannot read the module graph: ${faults.join("\n")}`);
  const modules = info.modules.flatMap(({ specifier, local, mediaType = "Unknown", dependencies = [] }) => {
    if (local === undefined) return [];
    const resolved = dependencies.flatMap(({ specifier, code }): [string, string][] =>
      code?.specifier === undefined ? [] : [[specifier, code.specifier]]
    );
    return [{ specifier, local, mediaType, dependencies: new Map(resolved) }];
  });
  const bySpecifier = new Map(modules.map((module) => [module.specifier, module]));
  return {
    modules,
    find: (specifier) => bySpecifier.get(followRedirects(specifier, info.redirects ?? {})),
  };
}

/** From `jsr:@std/path@^1` to a version to its module: one redirect may lead to the next. */
function followRedirects(specifier: string, redirects: Readonly<Record<string, string>>): string {
  const seen = new Set<string>();
  let at = specifier;
  for (let next = redirects[at]; next !== undefined && !seen.has(at); next = redirects[at]) {
    seen.add(at);
    at = next;
  }
  return at;
}
