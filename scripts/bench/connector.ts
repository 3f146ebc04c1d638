// deno-lint-ignore-file no-console -- a bench prints its table
// What the connector costs beside the SDK's own client over stdio: connecting, a call, a call with 1 MB, closing. A B A B, in
// one process, each round with new servers. The servers answer at once, so that what is measured is the client's side.
import { Client } from "@modelcontextprotocol/sdk/client";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { fromFileUrl } from "@std/path";
import { connectMcpServer } from "../../src/connector/connect_mcp_server.ts";

const ROUNDS = 10;
const CALLS = 200;
const BIG_CALLS = 5;
/** What a call may cost more than the SDK's: milliseconds. */
const BUDGET_MS = 0.5;

const SERVER = fromFileUrl(new URL("../../tests/fixtures/mcp/trouble.mjs", import.meta.url));
const COMMAND = [Deno.execPath(), "run", "-A", "--quiet", "--no-config", "--no-lock", SERVER];

/** One way to use a server. */
interface Way {
  call(bytes: number): Promise<unknown>;
  close(): Promise<void>;
}

const MEASURES = ["connect", "call", "call with 1 MB", "close"] as const;
type Times = Record<typeof MEASURES[number], number[]>;

const sdk = newTimes();
const connector = newTimes();
for (let round = -1; round < ROUNDS; round++) {
  // The first one loads and warms up what both use.
  await measure(openSdk, round < 0 ? newTimes() : sdk);
  await measure(openConnector, round < 0 ? newTimes() : connector);
}
printTable();

async function openSdk(): Promise<Way> {
  const [command = "", ...args] = COMMAND;
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
  await client.listTools();
  return {
    call: (bytes) => client.callTool({ name: "big", arguments: { bytes } }),
    close: () => client.close(),
  };
}

async function openConnector(): Promise<Way> {
  const connection = await connectMcpServer({ id: "bench", command: COMMAND });
  return { call: (bytes) => connection.callTool("big", { bytes }), close: () => connection.close() };
}

async function measure(open: () => Promise<Way>, times: Times): Promise<void> {
  const way = await timed(times.connect, open);
  for (let n = 0; n < CALLS; n++) await timed(times.call, () => way.call(100));
  for (let n = 0; n < BIG_CALLS; n++) await timed(times["call with 1 MB"], () => way.call(1_000_000));
  await timed(times.close, () => way.close());
}

async function timed<T>(times: number[], act: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await act();
  times.push(performance.now() - started);
  return result;
}

function newTimes(): Times {
  return { connect: [], call: [], "call with 1 MB": [], close: [] };
}

function printTable(): void {
  console.log(`${ROUNDS} rounds, A B A B: p50 in ms [p10 to p90]`);
  console.log(`${"".padEnd(16)}${"A  the SDK's client".padEnd(28)}${"B  the connector".padEnd(28)}B / A`);
  for (const name of MEASURES) {
    const [a, b] = [sdk[name], connector[name]];
    const ratio = (quantile(b, 0.5) / quantile(a, 0.5)).toFixed(2);
    console.log(`${name.padEnd(16)}${columns(a).padEnd(28)}${columns(b).padEnd(28)}${ratio}`);
  }
  const overhead = quantile(connector.call, 0.5) - quantile(sdk.call, 0.5);
  console.log(`overhead of a call: ${overhead.toFixed(3)} ms, budget ${BUDGET_MS} ms`);
}

function columns(times: readonly number[]): string {
  const [low, middle, high] = [0.1, 0.5, 0.9].map((part) => quantile(times, part).toFixed(2));
  return `${middle} [${low} to ${high}]`;
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(part * times.length)] ?? NaN;
}
