import { assertEquals } from "@std/assert";

const ROOT = new URL("../../../", import.meta.url);
/** `import { x } from "./x.ts"` and `export ... from`, whose module is loaded with the one that has it; types are not. */
const STATIC = /^(?:import|export)\s+(?!type\b)[^;"']*?from\s+"(\.[^"]+)"/gm;

/** Every module of ours that is loaded with one. */
function loadedWith(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path) || !/\.tsx?$/.test(path)) return found;
  found.add(path);
  const url = new URL(path, ROOT);
  for (const [, specifier = ""] of Deno.readTextFileSync(url).matchAll(STATIC)) {
    loadedWith(new URL(specifier, url).href.slice(ROOT.href.length), found);
  }
  return found;
}

Deno.test("nothing of the dashboard is loaded but by the command that serves it", () => {
  const commands = [...Deno.readDirSync(new URL("src/cli/commands/", ROOT))].map(({ name }) => name)
    .filter((name) => name !== "desktop.ts");
  for (
    const path of [
      "main.ts",
      "src/cli/run_cli.ts",
      ...commands.map((name) => `src/cli/commands/${name}`),
    ]
  ) {
    const pages = [...loadedWith(path)].filter((one) => one.startsWith("src/desktop/web/"));
    assertEquals(pages, [], path);
  }
  assertEquals(loadedWith("src/cli/commands/desktop.ts").has("src/desktop/web/app.tsx"), true);
});
