/** A process of this machine. */
export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  /** Its command line. */
  readonly command: string;
}

/**
 * Lists the children of a process, and theirs.
 *
 * @param pid The process.
 * @returns Those that are still there; a zombie counts as gone.
 */
export function descendantsOf(pid: number): ListedProcess[] {
  const all = listProcesses();
  const found: ListedProcess[] = [];
  for (let parents = new Set([pid]); parents.size > 0;) {
    const children = all.filter(({ parent }) => parents.has(parent));
    found.push(...children);
    parents = new Set(children.map((child) => child.pid));
  }
  return found;
}

/**
 * Lists the executors of a server.
 *
 * @param pid The server.
 * @returns Their ids, the oldest first.
 */
export function executorsOf(pid: number): number[] {
  return descendantsOf(pid)
    .filter(({ command }) => command.includes(" __executor"))
    .map((child) => child.pid)
    .sort((a, b) => a - b);
}

/**
 * Waits until something is so.
 *
 * @param what What is waited for, for the message of the failure.
 * @param options `ms` is the longest that it may take; `is` says whether it is so.
 */
export async function eventually(
  what: string,
  { ms, is }: { readonly ms: number; readonly is: () => boolean | Promise<boolean> },
): Promise<void> {
  const end = Date.now() + ms;
  while (!await is()) {
    if (Date.now() > end) throw new Error(`Within ${ms} ms it did not come to this: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function listProcesses(): ListedProcess[] {
  const { stdout } = new Deno.Command("ps", { args: ["-eo", "pid=,ppid=,stat=,args="] }).outputSync();
  return new TextDecoder().decode(stdout).split("\n").flatMap((line) => {
    const [, pid, parent, state = "Z", command = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return state.startsWith("Z") ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
