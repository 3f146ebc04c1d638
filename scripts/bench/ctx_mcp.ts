// deno-lint-ignore-file no-console -- a bench prints its table
// What a call by ctx.mcp costs in a run of the executable, beside the same call by the library in this process: the way from
// the run through executor and host to the connector worker and back. A B A B. And what a run costs that has a server, beside
// one that has none.
import { fromFileUrl, join } from "@std/path";
import { connectMcpServer } from "../../src/connector/connect_mcp_server.ts";
import { EXECUTABLE } from "./serve/executable.ts";
import { makeProject } from "./serve/make_project.ts";
import { median, printRows } from "./serve/rows.ts";

const ROUNDS = 8;
const CALLS = 200;
const BIG_CALLS = 5;

const SERVER = fromFileUrl(new URL("../../tests/fixtures/mcp/trouble.mjs", import.meta.url));
const COMMAND = [Deno.execPath(), "run", "-A", "--quiet", "--no-config", "--no-lock", SERVER];

/** Text of the workflow and code of this program: what is timed. */
const MEASURE = `async function measure({ callTool }) {
  const times = async (count, bytes) => {
    const all = [];
    for (let n = 0; n < count; n++) {
      const started = performance.now();
      await callTool("big", { bytes });
      all.push(performance.now() - started);
    }
    return all;
  };
  await times(50, 100);
  return { small: await times(${CALLS}, 100), big: await times(${BIG_CALLS}, 1_000_000) };
}`;
const WORKFLOW = `import { workflow } from "workflow-code";
${MEASURE}
export default workflow.define({ entrypoints: {
  main: { run: (ctx) => measure(ctx.mcp("bench")) },
  nothing: { run: () => 1 },
} });`;

interface Times {
  readonly small: number[];
  readonly big: number[];
}

const measureHere: (connection: unknown) => Promise<Times> = new Function(`return ${MEASURE}`)();
const root = await Deno.makeTempDir({ prefix: "workflow-code-bench-" });
try {
  await makeProject(join(root, "with"), { source: WORKFLOW, section: { mcpServers: ["bench"] } });
  await makeProject(join(root, "without"), { source: WORKFLOW });
  await Deno.writeTextFile(join(root, "servers.json"), JSON.stringify([{ id: "bench", command: COMMAND }]));
  const library: Times = { small: [], big: [] };
  const ctx: Times = { small: [], big: [] };
  const runs = { with: [] as number[], without: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    add(library, await measureLibrary());
    add(ctx, (await run("with", "main")).output as Times);
    runs.without.push((await run("without", "nothing")).took);
    runs.with.push((await run("with", "nothing")).took);
  }
  printRows([
    { name: "call by the library", times: library.small },
    { name: "call by ctx.mcp", times: ctx.small },
    { name: "call with 1 MB by the library", times: library.big },
    { name: "call with 1 MB by ctx.mcp", times: ctx.big },
    { name: "a run without a server", times: runs.without },
    { name: "a run with a server", times: runs.with },
  ]);
  const overhead = median(ctx.small) - median(library.small);
  console.log(`a call by ctx.mcp takes ${overhead.toFixed(2)} ms longer, reach 0.5 ms`);
} finally {
  await Deno.remove(root, { recursive: true });
}

async function measureLibrary(): Promise<Times> {
  const connection = await connectMcpServer({ id: "bench", command: COMMAND });
  try {
    return await measureHere(connection);
  } finally {
    await connection.close();
  }
}

/** Runs an entrypoint; gives its output, and how long the whole run took by its report. */
async function run(project: string, entrypoint: string): Promise<{ output: unknown; took: number }> {
  const options = ["--data-dir", join(root, "data"), "--mcp-servers", join(root, "servers.json")];
  const { stdout, stderr } = await new Deno.Command(EXECUTABLE, {
    args: ["json", join(root, project), ...options, entrypoint],
    stdin: "null",
  }).output();
  const report = JSON.parse(new TextDecoder().decode(stdout));
  if (report.status !== "success") throw new Error(new TextDecoder().decode(stderr));
  return { output: report.result.data.output, took: report.durationMs };
}

function add(all: Times, some: Times): void {
  all.small.push(...some.small);
  all.big.push(...some.big);
}
