// deno-lint-ignore-file no-console -- a bench prints its table
// How much the second start of a project saves: making a bundle of zod and yaml, and finding it again. In one process, so
// without what loading the bundler's code costs a fresh one.
import { join } from "@std/path";
import { openProject } from "../../src/project/open_project.ts";
import { installPackages } from "../build/install_packages.ts";

const ROUNDS = 10;

const MANIFEST = JSON.stringify({ id: "11111111-1111-4111-8111-111111111111", projectType: "workflow" });

const MAIN = [
  'import { workflow } from "workflow-code";',
  'import { z } from "zod";',
  'import { parse } from "yaml";',
  "export const check = (text: string): unknown => z.object({ a: z.number() }).parse(parse(text));",
  "export default workflow.define({ entrypoints: {} });",
].join("\n");

const root = await Deno.makeTempDir({ prefix: "workflow-code-bench-" });
try {
  const dir = await installPackages({
    imports: { zod: "npm:zod@4.6.7", yaml: "npm:yaml@2.8.1" },
    lock: undefined,
    dir: join(root, "project"),
  });
  await Deno.writeTextFile(join(dir, "package.json"), MANIFEST);
  await Deno.writeTextFile(join(dir, "workflow.ts"), MAIN);
  printTable(await measure(dir));
} finally {
  await Deno.remove(root, { recursive: true });
}

/** Milliseconds of each round. */
interface Times {
  make: number[];
  find: number[];
}

async function measure(dir: string): Promise<Times> {
  const times: Times = { make: [], find: [] };
  for (let round = -1; round < ROUNDS; round++) {
    const cacheDir = join(root, `cache${round}`);
    const make = await timeBundle(dir, cacheDir);
    const find = await timeBundle(dir, cacheDir);
    if (round < 0) continue; // The first one loads and warms up what both use.
    times.make.push(make);
    times.find.push(find);
  }
  return times;
}

async function timeBundle(dir: string, cacheDir: string): Promise<number> {
  const project = await openProject(dir, { env: {}, cacheDir });
  const started = performance.now();
  await project.bundle();
  return performance.now() - started;
}

function printTable({ make, find }: Times): void {
  const ratio = (median(make) / median(find)).toFixed(1);
  console.log(`${ROUNDS} rounds, A B A B       median      least    most   ratio`);
  console.log(`A  make the bundle   ${columns(make)}   ${ratio}`);
  console.log(`B  find it again     ${columns(find)}   1`);
}

function columns(times: readonly number[]): string {
  const [middle, least, most] = [median(times), Math.min(...times), Math.max(...times)].map((time) =>
    time.toFixed(1)
  );
  return `${middle?.padStart(8)} ms ${least?.padStart(8)} ${most?.padStart(7)}`;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? NaN;
}
