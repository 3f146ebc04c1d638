import { dirname, isAbsolute, join } from "@std/path";
import { nodeModulesDirs } from "./packages.ts";

/** No chain is longer; a circle is. */
const MAX_FILES = 50;

/**
 * Lists a tsconfig.json with all that it may extend. They are not parsed: what looks like an `extends` counts, and every
 * place where it may be.
 *
 * @param path The tsconfig.json, whether it exists or not.
 * @returns The paths, including those where nothing is.
 */
export async function findTsconfigChain(path: string): Promise<string[]> {
  const chain = new Set([path]);
  for (const file of chain) {
    if (chain.size > MAX_FILES) break;
    const text = await Deno.readTextFile(file).catch(() => "");
    for (const [, list = ""] of text.matchAll(/"extends"\s*:\s*("[^"]*"|\[[^\]]*\])/g)) {
      for (const [, base = ""] of list.matchAll(/"([^"]+)"/g)) {
        for (const candidate of candidatesOf(base, dirname(file))) chain.add(candidate);
      }
    }
  }
  return [...chain];
}

function candidatesOf(base: string, dir: string): string[] {
  const places = isAbsolute(base)
    ? [base]
    : base.startsWith(".")
    ? [join(dir, base)]
    : nodeModulesDirs(dir).map((modules) => join(modules, base));
  return places.flatMap((
    place,
  ) => [place, `${place}.json`, join(place, "tsconfig.json"), join(place, "package.json")]);
}
