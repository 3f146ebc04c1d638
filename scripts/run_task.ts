// deno-lint-ignore-file no-console -- this is the printer of the task runner
// The runner behind every `deno task`. It imports nothing from outside, so that it starts before anything is resolved.
import { fileURLToPath } from "node:url";
import { decideNpmOnly } from "./npm_only/decide.ts";
import { NPM_ONLY_OVERRIDE, NPM_ONLY_VARIABLE } from "./npm_only/override.ts";
import { sanitizerFlags, toCommandLine } from "./run_task/command_line.ts";
import { EXECUTABLE, isExecutableStale, ROOT } from "./run_task/executable.ts";
import { type Counts, countTestRun, sumCounts } from "./run_task/junit.ts";
import { startDeno } from "./run_task/start_deno.ts";
import { flattenTask, type Step } from "./run_task/task.ts";
import { TASKS } from "./run_task/tasks.ts";

/** What came of one step. */
interface Outcome {
  step: Step;
  code: number;
  counts: Counts | undefined;
  seconds: number;
}

if (import.meta.main) Deno.exit(await runTask(Deno.args));

/** Runs the named task to its end or to its first failure; test parts run on, so that one run shows every failure. */
async function runTask([name = "", ...args]: readonly string[]): Promise<number> {
  Deno.chdir(ROOT);
  const steps = flattenTask(TASKS, name);
  const env = await environment();
  const outcomes: Outcome[] = [];
  for (const step of steps) {
    if (step.onlyWhenStale && (Deno.env.has("WORKFLOW_CODE_BIN") || !isExecutableStale())) continue;
    const outcome = await runStep(step, { args, env });
    outcomes.push(outcome);
    if (outcome.code !== 0) {
      console.error(`deno task ${name}: "${step.name}" failed with exit code ${outcome.code}`);
      if (!step.counted || outcome.code >= 128) break;
    }
  }
  printSummary(outcomes);
  return outcomes.find((outcome) => outcome.code !== 0)?.code ?? 0;
}

async function runStep(
  step: Step,
  { args, env }: { args: readonly string[]; env: Record<string, string> },
): Promise<Outcome> {
  const junitPath = await Deno.makeTempFile({ prefix: "workflow-code-", suffix: ".xml" });
  try {
    const override = env[NPM_ONLY_VARIABLE] === "1" ? NPM_ONLY_OVERRIDE : [];
    const testFlags = sanitizerFlags(Deno.version.deno);
    const commandLine = toCommandLine(step, { override, testFlags, args, junitPath, exists });
    const started = performance.now();
    const code = await startDeno(commandLine, env);
    const seconds = (performance.now() - started) / 1000;
    const counts = step.counted ? countTestRun(await Deno.readTextFile(junitPath), code) : undefined;
    return { step, code, counts, seconds };
  } finally {
    await Deno.remove(junitPath);
  }
}

/** The variables that every step is started with. */
async function environment(): Promise<Record<string, string>> {
  const env: Record<string, string> = {
    DENO_TLS_CA_STORE: Deno.env.get("DENO_TLS_CA_STORE") ?? "system,mozilla",
    // Tests wait for processes more than they compute.
    DENO_JOBS: Deno.env.get("DENO_JOBS") ?? String(Math.max(4, navigator.hardwareConcurrency)),
    WORKFLOW_CODE_BIN: Deno.env.get("WORKFLOW_CODE_BIN") ?? fileURLToPath(EXECUTABLE),
  };
  const { npmOnly, asked } = await decideNpmOnly({
    cacheFile: new URL("dist/.cache/npm_only.json", ROOT),
    forced: Deno.env.get(NPM_ONLY_VARIABLE),
    ask: async () =>
      await startDeno(["run", "-A", "--no-config", "--no-lock", "scripts/npm_only/ask_jsr.ts"], env) === 0,
  });
  if (npmOnly && asked) console.error("jsr.io does not answer: scripts/npm_only stands in for jsr:@std");
  return { ...env, [NPM_ONLY_VARIABLE]: npmOnly ? "1" : "0" };
}

/** A table of the parts and, as the very last line, their sum. Nothing for a task without tests. */
function printSummary(outcomes: readonly Outcome[]): void {
  const parts = outcomes.filter((outcome) => outcome.counts !== undefined || outcome.code !== 0);
  if (!outcomes.some((outcome) => outcome.counts !== undefined)) return;
  console.log();
  for (const { step, counts, seconds } of parts) {
    const { passed, failed, skipped } = counts ?? { passed: 0, failed: 1, skipped: 0 };
    const rest = skipped > 0 ? `, ${skipped} skipped` : "";
    console.log(`${step.name}: ${passed} passed, ${failed} failed${rest} (${seconds.toFixed(1)} s)`);
  }
  const sum = sumCounts(parts.map((part) => part.counts ?? { passed: 0, failed: 1, skipped: 0 }));
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
