/** The memory, in MB, of a server and its executor at rest, each page counted where it is shared in parts; NaN outside Linux. */
export async function idleMemory(command: readonly string[]): Promise<number> {
  if (Deno.build.os !== "linux") return NaN;
  const [program = "", ...args] = command;
  const child = new Deno.Command(program, { args, stdin: "piped", stdout: "piped", stderr: "null" }).spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.getReader();
  await writer.write(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'));
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const pids = [child.pid, ...await childrenOf(child.pid)];
  const sizes = await Promise.all(pids.map(proportionalSize));
  await writer.close();
  await child.status;
  await reader.cancel();
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
