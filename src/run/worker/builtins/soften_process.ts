import { EventEmitter } from "node:events";
import process from "node:process";
import type { Loose, Members } from "./members.ts";
import { orElse } from "./or_else.ts";

/**
 * Makes `process` and `Deno` harmless to the other runs of the same process: what would change all of it is refused, or
 * changes nothing.
 *
 * @param scratchDir The run's own folder.
 */
export function softenProcess(scratchDir: string): void {
  const members = process as unknown as Members;
  tellOwner(members, scratchDir);
  closeDescriptors(members.binding as Loose);
  Object.assign(members, {
    binding: limitedBinding(members.binding as Loose),
    chdir: refuseWorkingDirectory,
    // Deno's own sends itself the signal.
    emit: EventEmitter.prototype.emit,
    loadEnvFile,
  });
  const report = members.report as Members | undefined;
  if (report) report.getReport = orElse(report.getReport as Loose, () => ({ header: {}, sharedObjects: [] }));
  let mask = 0o22;
  Object.assign(Deno, {
    chdir: refuseWorkingDirectory,
    umask: (next?: number) => {
      const before = mask;
      if (next !== undefined) mask = next & 0o777;
      return before;
    },
    // A signal is for the process, which ends in its own way.
    addSignalListener() {},
    removeSignalListener() {},
  });
}

/**
 * Who runs this is no secret, the run's own folder belongs to him. Deno's `fs.access` asks too, at a place where its refusal
 * would reach nobody who could catch it.
 */
function tellOwner(members: Members, scratchDir: string): void {
  let owner: Deno.FileInfo | undefined;
  for (const id of ["uid", "gid"] as const) {
    const ask = orElse(Deno[id], () => (owner ??= Deno.statSync(scratchDir))[id]);
    Object.assign(Deno, { [id]: ask });
    for (const name of [`get${id}`, `gete${id}`]) if (name in members) members[name] = ask;
  }
}

/** As in a worker thread of Node. */
function refuseWorkingDirectory(): never {
  const error = new TypeError("Cannot use process.chdir: it would move every run of this process");
  throw Object.assign(error, { code: "ERR_WORKER_UNSUPPORTED_OPERATION" });
}

/** The runtime's own would set the variables for the whole process; those of the project's `.env` are there already. */
function loadEnvFile(path: unknown = ".env"): void {
  if (/^(\.[/\\])?\.env$/.test(String(path))) return;
  throw new Error(
    `Cannot load ${path} with process.loadEnvFile: a run has the variables of the project's .env, which is read at the start`,
  );
}

/** A few packages look up constants in this way; the rest of it opens the process's own descriptors. */
function limitedBinding(original: Loose): (name: unknown) => unknown {
  const kept: Members = Object.create(null);
  for (const name of ["config", "constants", "natives", "uv"]) kept[name] = original(name);
  return (name) => {
    const found = kept[`${name}`];
    if (found === undefined) throw new Error(`No such module: ${name}`);
    return found;
  };
}

/** `net.Server.listen({ fd })` would take over any socket or pipe of the process by its number. */
function closeDescriptors(binding: Loose): void {
  const { Pipe } = binding("pipe_wrap") as { Pipe: { prototype: Members } };
  const { UV_EBADF } = binding("uv") as { UV_EBADF: number };
  Pipe.prototype.open = () => UV_EBADF;
}
