// What serving costs, against an empty program compiled in the same way: the first answer, the tools, isolated calls. The two
// take turns, A B A B, since these figures move with whatever else the machine does.
import { fromFileUrl, join } from "@std/path";
import { compileEmptyProgram } from "./serve/compile_empty_program.ts";
import { idleMemory } from "./serve/idle_memory.ts";
import { median, printRows, type Row } from "./serve/rows.ts";
import { timeServer } from "./serve/time_server.ts";

const ROUNDS = 12;
const THROUGHPUT_CALLS = 120;
const MEMORY_CALLS = 300;

const WORKFLOW = `import { workflow } from "workflow-code";
export default workflow.define({ entrypoints: { echo: { params: { text: { type: "string" } }, run: (_ctx, { text }) => text } } });
`;
const MANIFEST = {
  id: "11111111-1111-4111-8111-111111111111",
  name: "bench",
  projectType: "workflow",
  type: "module",
};

const executable = Deno.env.get("WORKFLOW_CODE_BIN") ??
  fromFileUrl(new URL("../../dist/workflow-code", import.meta.url));
const root = await Deno.makeTempDir({ prefix: "workflow-code-bench-" });
try {
  await Deno.mkdir(join(root, "project"));
  await Deno.writeTextFile(join(root, "project", "package.json"), JSON.stringify(MANIFEST));
  await Deno.writeTextFile(join(root, "project", "workflow.ts"), WORKFLOW);
  const empty = await compileEmptyProgram(root);
  printRows(await measure(empty));
} finally {
  await Deno.remove(root, { recursive: true });
}

async function measure(empty: string): Promise<readonly Row[]> {
  const command = [executable, "mcp", join(root, "project"), "--data-dir", join(root, "data")];
  const starts: number[] = [];
  const first: number[] = [];
  const list: number[] = [];
  const spared: number[] = [];
  const back: number[] = [];
  await timeServer(command, {}); // Makes the bundle.
  for (let round = 0; round < ROUNDS; round++) {
    starts.push(await timeEmpty(empty));
    const times = await timeServer(command, { sparedCalls: 10, backToBackCalls: 5 });
    first.push(times.first);
    list.push(times.list);
    spared.push(...times.spared);
    back.push(...times.backToBack);
  }
  const { perSecond } = await timeServer(command, { throughputCalls: THROUGHPUT_CALLS });
  const base = median(starts);
  return [
    { name: "empty program", times: starts, base },
    { name: "start to first answer (≤ 2.5 ×)", times: first, base },
    { name: "start to tools/list (≤ 3.5 ×)", times: list, base },
    { name: "call, spare worker ready (p50 ≤ 5, p99 ≤ 15 ms)", times: spared },
    { name: "call, no spare (≤ 25 ms)", times: back },
    { name: "calls per second (≥ 60)", figure: perSecond },
    { name: "idle memory, host and executor (≤ 150 MB)", figure: await idleMemory(command, 0) },
    { name: `the same after ${MEMORY_CALLS} calls`, figure: await idleMemory(command, MEMORY_CALLS) },
  ];
}

async function timeEmpty(empty: string): Promise<number> {
  const started = performance.now();
  await new Deno.Command(empty, { stdin: "null", stdout: "null", stderr: "null" }).output();
  return performance.now() - started;
}
