import os from "node:os";
import type { Loose, Members } from "./members.ts";
import { orElse } from "./or_else.ts";

/**
 * Answers questions about the machine with harmless values where they are refused: packages ask at import and do not
 * expect a refusal.
 *
 * @param scratchDir The run's own folder: its temporary folder and home.
 */
export function softenOs(scratchDir: string): void {
  const members = os as unknown as Members;
  const times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 };
  const harmless: Record<string, () => unknown> = {
    homedir: () => scratchDir,
    cpus: () =>
      Array.from(
        { length: navigator.hardwareConcurrency },
        () => ({ model: "", speed: 0, times: { ...times } }),
      ),
    availableParallelism: () => navigator.hardwareConcurrency,
    freemem: () => 0,
    totalmem: () => 0,
    loadavg: () => [0, 0, 0],
    uptime: () => 0,
    networkInterfaces: () => ({}),
    userInfo: () => ({
      uid: Deno.uid() ?? -1,
      gid: Deno.gid() ?? -1,
      username: "workflow",
      homedir: scratchDir,
      shell: null,
    }),
    version: () => "",
    release: () => "",
    machine: () => Deno.build.arch,
    getPriority: () => 0,
  };
  for (const [name, fallback] of Object.entries(harmless)) {
    const original = members[name];
    members[name] = typeof original === "function" ? orElse(original as Loose, fallback) : fallback;
  }
  members.tmpdir = () => scratchDir;
}
