// Fails when an import points the wrong way. Run from the top of the project.
import { ADAPTERS } from "./npm_only/import_map.ts";
import { DEPENDENCIES, packageOf } from "./check/dependencies.ts";
import { findCycle } from "./check/find_cycle.ts";
import { findImports } from "./check/find_imports.ts";
import { rankOf } from "./check/ranks.ts";
import { type Fault, reportFaults } from "./check/report_faults.ts";
import { readSourceFiles, type SourceFile } from "./check/source_files.ts";

/** Where imports are checked. Workflow projects in tests are written by their own rules. */
const ROOTS = ["main.ts", "src", "scripts", "tests/unit", "tests/integration", "tests/browser"];

if (import.meta.main) {
  const { imports } = JSON.parse(await Deno.readTextFile("deno.json")) as { imports: Record<string, string> };
  reportFaults(findImportFaults(readSourceFiles(ROOTS), imports));
}

/** One import of a file of the project. */
interface Edge {
  from: string;
  specifier: string;
  line: number;
  /** The file that it leads to, `undefined` when that is a package. */
  to: string | undefined;
}

/**
 * The imports that break a rule.
 *
 * @param files The files of the project.
 * @param imports The imports of deno.json.
 * @returns One fault for each, and one for a cycle.
 */
export function findImportFaults(
  files: readonly SourceFile[],
  imports: Readonly<Record<string, string>>,
): Fault[] {
  const edges = files.flatMap(({ path, text }) =>
    findImports(text).map((site): Edge => ({
      from: path,
      ...site,
      to: resolve(path, site.specifier, imports),
    }))
  );
  return [
    ...edges.flatMap((edge) => edge.to === undefined ? packageFaults(edge) : fileFaults(edge, edge.to)),
    ...cycleFaults(edges, (path) => path),
    ...cycleFaults(edges.filter(({ from, to }) => from.startsWith("src/") && to?.startsWith("src/")), partOf),
  ];
}

function resolve(
  from: string,
  specifier: string,
  imports: Readonly<Record<string, string>>,
): string | undefined {
  const local = imports[specifier];
  if (local?.startsWith("./")) return local.slice(2);
  if (!specifier.startsWith(".")) return undefined;
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

function packageFaults({ from, line, specifier }: Edge): Fault[] {
  if (specifier.startsWith("node:")) return [];
  const name = packageOf(specifier);
  const dependency = Object.hasOwn(DEPENDENCIES, name) ? DEPENDENCIES[name] : undefined;
  if (dependency === undefined) {
    const fix = "add it to deno.json and scripts/check/dependencies.ts, or do without it";
    return [{ path: from, line, message: `imports "${specifier}", which is not declared`, fix }];
  }
  if (name.startsWith("@std/") && !Object.hasOwn(ADAPTERS, specifier)) {
    const fix = `import ${Object.keys(ADAPTERS).join(", ")} only`;
    return [{ path: from, line, message: `imports "${specifier}", which has no npm-only adapter`, fix }];
  }
  const allowed = ["tests", ...dependency.usedIn].some((place) =>
    from === place || from.startsWith(`${place}/`)
  );
  const fix = `use it in ${dependency.usedIn.join(", ") || "tests"}, or change scripts/check/dependencies.ts`;
  return allowed
    ? []
    : [{ path: from, line, message: `imports "${specifier}", which does not belong here`, fix }];
}

function fileFaults({ from, line }: Edge, to: string): Fault[] {
  const fault = { path: from, line };
  if (folderOf(to) !== folderOf(from) && to.split("/").at(-1)?.startsWith("_")) {
    return [{
      ...fault,
      message: `imports ${to}, which is for its own folder only`,
      fix: "import what that folder exports",
    }];
  }
  if (!from.startsWith("src/")) return [];
  if (!to.startsWith("src/")) {
    return [{ ...fault, message: `imports ${to} from outside src`, fix: "move what is needed into src" }];
  }
  const [own, other] = [partOf(from), partOf(to)];
  const [ownRank, otherRank] = [rankOf(own), rankOf(other)];
  if (ownRank === undefined) {
    return [{
      ...fault,
      message: `is in src/${own}, which has no rank`,
      fix: "give it one in scripts/check/ranks.ts",
    }];
  }
  if (otherRank !== undefined && otherRank > ownRank) {
    const fix = `let ${other} pass it in, or move it to a part that both may import`;
    return [{ ...fault, message: `imports ${to}: ${own} is below ${other}`, fix }];
  }
  return [];
}

/** The first cycle of imports between what `nameOf` makes of the files. */
function cycleFaults(edges: readonly Edge[], nameOf: (path: string) => string): Fault[] {
  const graph = new Map<string, Set<string>>();
  const named = edges.flatMap(({ from, to, line }) => {
    const pair = { from: nameOf(from), to: to && nameOf(to), path: from, line };
    return pair.to === undefined || pair.from === pair.to ? [] : [{ ...pair, to: pair.to }];
  });
  for (const { from, to } of named) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  const cycle = findCycle(graph);
  if (cycle === undefined) return [];
  const { path = "src", line = 1 } = named.find(({ from, to }) => from === cycle[0] && to === cycle[1]) ?? {};
  const fix = "move what both need to a file that imports neither";
  return [{ path, line, message: `closes a cycle: ${cycle.join(" → ")}`, fix }];
}

/** The folder or file below src that a path is in: `mcp` of `src/mcp/schema.ts`, `errors` of `src/errors.ts`. */
function partOf(path: string): string {
  return (path.split("/")[1] ?? path).replace(/\.tsx?$/, "");
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
