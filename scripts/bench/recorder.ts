// What recording costs a call: the launcher of Desktop, which records, against `mcp`, which does not. The two take turns, A B A B,
// in the same data dir. Then what recording a call costs the host itself, without anything else around it.
import { join } from "@std/path";
import { RunRecorder } from "../../src/desktop/host/run_recorder.ts";
import { Recorder } from "../../src/desktop/host/recorder.ts";
import { ReportBuilder } from "../../src/run/report_builder.ts";
import { EXECUTABLE } from "./serve/executable.ts";
import { makeProject } from "./serve/make_project.ts";
import { median, printRows } from "./serve/rows.ts";
import { type ServerTimes, timeServer } from "./serve/time_server.ts";

const ROUNDS = 8;
const OWN_CALLS = 2_000;

const WORKFLOW = `import { workflow } from "workflow-code";
export default workflow.define({ entrypoints: { echo: { params: { text: { type: "string" } },
  run: async (ctx, { text }) => { console.log("echo", text); return await ctx.step("echo", () => text); } } } });
`;

const root = await Deno.makeTempDir({ prefix: "workflow-code-bench-" });
try {
  const dir = join(root, "project");
  await makeProject(dir, { source: WORKFLOW });
  Deno.env.set("HOME", root);
  const id = await addProject(dir);
  const [plain = [], recorded = []] = await measure(["mcp", dir], ["--workflow-mcp", id]);
  const own = await timeOwn();
  printRows([
    { name: "start to first answer, mcp", times: plain.map(({ first }) => first) },
    ratio(
      "start to first answer, launcher",
      recorded.map(({ first }) => first),
      plain.map(({ first }) => first),
    ),
    { name: "start to tools/list, mcp", times: plain.map(({ list }) => list) },
    ratio("start to tools/list, launcher", recorded.map(({ list }) => list), plain.map(({ list }) => list)),
    { name: "call, mcp", times: plain.flatMap(({ spared }) => spared) },
    ratio("call, launcher", recorded.flatMap(({ spared }) => spared), plain.flatMap(({ spared }) => spared)),
    { name: "calls per second, mcp", figure: median(plain.map(({ perSecond }) => perSecond)) },
    { name: "calls per second, launcher", figure: median(recorded.map(({ perSecond }) => perSecond)) },
    { name: "recording a call, in the host (< 1 ms)", times: own },
  ]);
} finally {
  await Deno.remove(root, { recursive: true });
}

function ratio(name: string, times: readonly number[], base: readonly number[]) {
  return { name, times, base: median(base) };
}

async function addProject(dir: string): Promise<string> {
  const { stdout } = await new Deno.Command(EXECUTABLE, { args: ["desktop", "add", dir] }).output();
  return /\bas (\w{4}-\w{4}), in /.exec(new TextDecoder().decode(stdout))?.[1] ?? "";
}

async function measure(...commands: readonly (readonly string[])[]): Promise<ServerTimes[][]> {
  const times: ServerTimes[][] = commands.map(() => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [index, args] of commands.entries()) {
      const found = await timeServer([EXECUTABLE, ...args], { sparedCalls: 10, throughputCalls: 60 });
      if (round >= 0) times[index]?.push(found); // The first one makes the bundle and warms up.
    }
  }
  return times;
}

/** What the host itself does for one call with a step and a line of log: it makes the report and sends messages. */
async function timeOwn(): Promise<number[]> {
  const recorder = new Recorder({ userDataDir: join(root, "own"), onFault: () => {}, onCancel: () => {} });
  await Deno.mkdir(join(root, "own"));
  const runs = new RunRecorder(recorder, { project: { id: "bench-0000", name: "bench" }, source: "mcp" });
  const entrypoint = { id: "main", title: "Main", timeout: 1000, dynamic: false, params: [] };
  const times: number[] = [];
  for (let n = 0; n < OWN_CALLS; n++) {
    const before = performance.now();
    recordOne(runs, { runId: `run-${n}`, entrypoint });
    times.push(performance.now() - before);
    if (n % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await recorder.close();
  return times;
}

function recordOne(
  runs: RunRecorder,
  { runId, entrypoint }: {
    runId: string;
    entrypoint: ConstructorParameters<typeof ReportBuilder>[0]["entrypoint"];
  },
): void {
  const startedAt = Date.now();
  const builder = new ReportBuilder({ runId, projectId: "1", entrypoint, params: { text: "x" }, startedAt });
  const call = { mcpInput: { text: "x" }, cliArgs: ["--text=x"] };
  const statuses = [{ status: "running", at: startedAt }] as const;
  runs.begun({ runId, entrypoint, startedAt, statuses, call, snapshot: () => builder.build(startedAt) });
  runs.event(runId, { type: "node_started", id: "echo", title: "echo", parent: null, at: startedAt });
  runs.event(runId, { type: "log", stream: "stdout", text: "echo x\n", node: "echo", at: startedAt });
  runs.event(runId, { type: "node_finished", id: "echo", at: startedAt, attempts: 1 });
  runs.ended(builder.end(startedAt, { status: "success", output: "x" }));
}
