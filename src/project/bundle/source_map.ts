import { resolve, toFileUrl } from "@std/path";
import { BUILTIN_NAMESPACE } from "./builtins_plugin.ts";
import { CORE_NAMESPACE } from "./core_plugin.ts";
import { isAmongPackages } from "./packages.ts";
import { thinMappings } from "./thin_mappings.ts";

/** What the bundle's map is made for. */
export interface SourceMapOptions {
  /** The folder that sources are relative to. */
  readonly dir: string;
  /** How many lines stand before the bundled code. */
  readonly linesBefore: number;
}

const VIRTUAL = new RegExp(`^(${BUILTIN_NAMESPACE}|${CORE_NAMESPACE}):`);

/**
 * Makes the comment that maps a bundle to its sources, which it names by `file:` URLs: the runtime puts every stack trace
 * in terms of them.
 *
 * @param map The map that esbuild made.
 * @param options What for.
 * @returns The last line of the bundle.
 */
export function renderSourceMap(map: string, { dir, linesBefore }: SourceMapOptions): string {
  const { sources, mappings } = JSON.parse(map) as { sources: string[]; mappings: string };
  const inline = {
    version: 3,
    sources: sources.map((source) => VIRTUAL.test(source) ? source : toUrl(source, dir)),
    names: [],
    // A run worker takes longer to read columns of packages than to load its bundle without them.
    mappings: ";".repeat(linesBefore) + thinMappings(mappings, (source) => isForeign(sources[source] ?? "")),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(inline));
  return `//# sourceMappingURL=data:application/json;base64,${bytes.toBase64()}\n`;
}

/** esbuild writes sources as relative URLs, but blanks as they are. */
function toUrl(source: string, dir: string): string {
  return toFileUrl(resolve(dir, decodeURIComponent(source))).href;
}

function isForeign(source: string): boolean {
  return VIRTUAL.test(source) || isAmongPackages(`/${source}`);
}
