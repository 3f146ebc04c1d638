import { splitLines } from "../../../src/run/frames.ts";

/**
 * The memory, in MB, of a server and its executor at rest, each page counted where it is shared in parts; NaN outside Linux.
 *
 * @param command Starts the server, which offers a tool `echo`.
 * @param calls How many calls it has answered before.
 */
export async function idleMemory(command: readonly string[], calls: number): Promise<number> {
  if (Deno.build.os !== "linux") return NaN;
  const [program = "", ...args] = command;
  const child = new Deno.Command(program, { args, stdin: "piped", stdout: "piped", stderr: "null" }).spawn();
  const writer = child.stdin.getWriter();
  const lines = splitLines(child.stdout);
  const request = async (method: string, params: unknown) => {
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    await writer.write(new TextEncoder().encode(`${message}\n`));
    await lines.next();
  };
  await request("tools/list", {});
  for (let n = 0; n < calls; n++) await request("tools/call", { name: "echo", arguments: { text: "x" } });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const pids = [child.pid, ...await childrenOf(child.pid)];
  const sizes = await Promise.all(pids.map(proportionalSize));
  await writer.close();
  await child.status;
  await lines.return(undefined);
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`).catch(() => "");
  return text.split(" ").filter((part) => part !== "").map(Number);
}

async function proportionalSize(pid: number): Promise<number> {
  const text = await Deno.readTextFile(`/proc/${pid}/smaps_rollup`);
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) / 1024;
}
