import { join } from "@std/path";
import { makeMain, makeProject, type TempProject } from "./temp_project.ts";
import { runCommand } from "./run_command.ts";

/** What came of the things that a workflow tried. */
export interface Probes {
  /** By name: the value as JSON, or `! CODE: message` (the error's class where it has no code). */
  readonly results: Readonly<Record<string, string>>;
  /** What the run printed, a line each, without the run's id. */
  readonly log: readonly string[];
}

const HEAD = `
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";

const results: Record<string, string> = {};

async function probe(name: string, work: () => unknown) {
  let timer;
  const expiry = new Promise((_, reject) => timer = setTimeout(() => reject(new Error("took too long")), 2000));
  try {
    const value = await Promise.race([(async () => await work())(), expiry]);
    results[name] = value === undefined ? "undefined" : JSON.stringify(value);
  } catch (error: any) {
    results[name] = "! " + (error?.code ?? error?.name) + ": " + error?.message;
  }
  clearTimeout(timer);
}

function called(fn: (...args: any[]) => void, ...args: unknown[]) {
  return new Promise((resolve, reject) => fn(...args, (error: unknown, value: unknown) => error ? reject(error) : resolve(value)));
}
`;

/** Options for {@linkcode runProbes}. */
export interface ProbeOptions {
  /** Lines before the workflow: imports and functions of the probes. */
  readonly head?: string;
  /** Texts of files in the folder outside. */
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * Runs a workflow that tries many things, in one run.
 *
 * @param body Calls of `await probe(name, () => value)`. `OUTSIDE` is a folder beside the project, out of the run's reach.
 * @param options More of the module, and files in `OUTSIDE`.
 * @returns What came of them; the run itself must succeed.
 */
export async function runProbes(body: string, { head = "", files = {} }: ProbeOptions = {}): Promise<Probes> {
  await using project = await makeMain(`${body}\nreturn results;`, { head: HEAD + head });
  const outside = join(project.root, "outside");
  await Deno.mkdir(outside);
  for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(outside, name), text);
  const main = join(project.dir, "workflow.ts");
  const text = await Deno.readTextFile(main);
  await Deno.writeTextFile(main, `const OUTSIDE = ${JSON.stringify(outside)};\n${text}`);
  const { code, stdout, stderr } = await runCommand([
    "json",
    project.dir,
    "--data-dir",
    project.dataDir,
    "main",
  ]);
  if (code !== 0) throw new Error(`The run failed with ${code}: ${stdout}${stderr}`);
  const log = stderr.trimEnd().split("\n").map((line) => line.replace(/^\[[^\]]*\] /, ""));
  return { results: JSON.parse(stdout).result.data.output, log };
}

/**
 * Makes a project with an entrypoint for each body.
 *
 * @param bodies The bodies of `run(ctx)` by entrypoint id.
 * @param options `head` for lines before the workflow; `timeout` for the time limit of each run in milliseconds, `timeouts`
 * for that of single entrypoints.
 * @returns The project.
 */
export function makeEntrypoints(
  bodies: Readonly<Record<string, string>>,
  { head = "", timeout = 10_000, timeouts = {} }: {
    readonly head?: string;
    readonly timeout?: number;
    readonly timeouts?: Readonly<Record<string, number>>;
  } = {},
): Promise<TempProject> {
  const entrypoints = Object.entries(bodies).map(([id, body]) =>
    `    ${id}: { title: ${JSON.stringify(id)}, params: {}, timeout: ${
      timeouts[id] ?? timeout
    }, async run(ctx: any): Promise<any> {\n${body}\n    } },`
  );
  return makeProject({
    "workflow.ts": `import { workflow } from "workflow-code";
${head}
export default workflow.define({
  entrypoints: {
${entrypoints.join("\n")}
  },
});
`,
  });
}
