/** The adapter of each module of `jsr:@std` that code may import; nothing else comes from jsr. */
export const ADAPTERS: Readonly<Record<string, string>> = {
  "@std/assert": "./assert.ts",
  "@std/cli/parse-args": "./cli_parse_args.ts",
  "@std/path": "./path.ts",
};

/**
 * The npm-only counterpart of the imports in deno.json: npm packages as they are, adapters in place of jsr packages, paths
 * as seen from this folder.
 *
 * @param imports The imports of deno.json.
 * @returns The imports of the import map.
 * @throws {RangeError} When a jsr package has no adapter.
 */
export function toNpmOnlyImports(imports: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(imports).flatMap(([name, target]): [string, string][] => {
    if (target.startsWith("npm:")) return [[name, target]];
    if (target.startsWith("./")) return [[name, `../../${target.slice(2)}`]];
    const adapters = Object.entries(ADAPTERS).filter(([module]) =>
      module === name || module.startsWith(`${name}/`)
    );
    if (!target.startsWith("jsr:") || adapters.length === 0) {
      throw new RangeError(`Cannot map "${name}" to "${target}": it has no adapter in scripts/npm_only`);
    }
    return adapters;
  });
  return Object.fromEntries(entries.sort(([a], [b]) => a < b ? -1 : 1));
}

/**
 * The npm packages in the imports of deno.json.
 *
 * @param imports The imports of deno.json.
 * @returns Specifiers such as `npm:ajv@8.20.0`, each once.
 */
export function npmSpecifiers(imports: Readonly<Record<string, string>>): string[] {
  const targets = Object.values(imports).filter((target) => target.startsWith("npm:"));
  return [...new Set(targets.map((target) => target.replace(/^npm:\//, "npm:").replace(/\/$/, "")))].sort();
}
