import { splitLines } from "../../../src/run/frames.ts";

/** What to measure besides the start. */
export interface TimeServerOptions {
  /** Calls with a pause before each, long enough for a spare worker. */
  readonly sparedCalls?: number;
  /** Calls right after one another. */
  readonly backToBackCalls?: number;
  /** Calls sent all at once. */
  readonly throughputCalls?: number;
}

/** Milliseconds from the start of the process, and of single calls. */
export interface ServerTimes {
  readonly first: number;
  readonly list: number;
  readonly spared: readonly number[];
  readonly backToBack: readonly number[];
  /** Calls per second; NaN where none were asked for. */
  readonly perSecond: number;
}

const SPARE_PAUSE_MS = 80;

/** Starts a server, takes its times and lets it go. */
export async function timeServer(
  command: readonly string[],
  options: TimeServerOptions,
): Promise<ServerTimes> {
  const [program = "", ...args] = command;
  const started = performance.now();
  const pipes = { stdin: "piped", stdout: "piped", stderr: "null" } as const;
  const child = new Deno.Command(program, { args, ...pipes }).spawn();
  const writer = child.stdin.getWriter();
  const lines = splitLines(child.stdout);
  let id = 0;
  const send = (method: string, params: unknown) =>
    writer.write(
      new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", id: id++, method, params })}\n`),
    );
  const request = async (method: string, params: unknown = {}) => {
    await send(method, params);
    await lines.next();
  };
  const call = () => request("tools/call", { name: "echo", arguments: { text: "x" } });

  await request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  });
  const first = performance.now() - started;
  await request("tools/list");
  const list = performance.now() - started;
  const spared = await times(options.sparedCalls ?? 0, call, SPARE_PAUSE_MS);
  const backToBack = await times(options.backToBackCalls ?? 0, call, 0);
  const count = options.throughputCalls ?? 0;
  const begun = performance.now();
  for (let sent = 0; sent < count; sent++) {
    await send("tools/call", { name: "echo", arguments: { text: "x" } });
  }
  for (let answered = 0; answered < count; answered++) await lines.next();
  const perSecond = count === 0 ? NaN : count / (performance.now() - begun) * 1000;

  await writer.close();
  await child.status;
  await lines.return(undefined);
  return { first, list, spared, backToBack, perSecond };
}

async function times(count: number, call: () => Promise<void>, pauseMs: number): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < count; n++) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const started = performance.now();
    await call();
    taken.push(performance.now() - started);
  }
  return taken;
}
