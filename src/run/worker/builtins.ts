import { createRequire } from "node:module";
import process from "node:process";

type Members = Record<string, unknown>;

/** Node's modules that would start threads or processes of their own. */
const TAKEN_AWAY = new Set(["worker_threads", "cluster"]);

/**
 * Prepares the `node:` modules that project code gets: a temporary folder that can be written, questions about the
 * machine answered with harmless values where Deno refuses them, no threads.
 *
 * @param scratchDir The run's own folder, which is removed at its end.
 * @returns Gives a `node:` module by its name without `node:`; throws for an unknown name.
 */
export function installBuiltins(scratchDir: string): (name: string) => unknown {
  const require = createRequire(import.meta.url);
  const threads = withoutThreads();
  softenOs(require("node:os"), scratchDir);
  softenFs(require("node:fs"));
  softenProcess(process as unknown as Members);
  // A broadcast would reach the workers of other runs.
  Object.assign(globalThis, { Worker: refuse("Worker"), BroadcastChannel: refuse("BroadcastChannel") });
  return (name) => TAKEN_AWAY.has(name) ? threads : require(`node:${name}`);
}

/** `os` asks for permissions at almost every question; packages ask at import and do not expect a refusal. */
function softenOs(os: Members, scratchDir: string): void {
  const harmless: Record<string, () => unknown> = {
    tmpdir: () => scratchDir,
    homedir: () => scratchDir,
    cpus: () =>
      Array.from({ length: navigator.hardwareConcurrency }, () => ({ model: "", speed: 0, times: {} })),
    availableParallelism: () => navigator.hardwareConcurrency,
    freemem: () => 0,
    totalmem: () => 0,
    loadavg: () => [0, 0, 0],
    uptime: () => 0,
    networkInterfaces: () => ({}),
    userInfo: () => ({ uid: -1, gid: -1, username: "workflow", homedir: scratchDir, shell: null }),
    version: () => "",
    release: () => "",
    machine: () => Deno.build.arch,
    getPriority: () => 0,
  };
  for (const [name, fallback] of Object.entries(harmless)) {
    const original = os[name];
    const replaced = name === "tmpdir" || typeof original !== "function";
    os[name] = replaced ? fallback : orElse(original as (...args: unknown[]) => unknown, fallback);
  }
}

/** A file that may not be read is, to project code, a file that is not there. */
function softenFs(fs: Members): void {
  const { existsSync, exists } = fs as { existsSync: (path: unknown) => boolean; exists?: unknown };
  fs.existsSync = orElse(existsSync as (...args: unknown[]) => unknown, () => false);
  if (typeof exists !== "function") return;
  fs.exists = (path: unknown, callback: (there: boolean) => void) => {
    queueMicrotask(() => callback((fs.existsSync as typeof existsSync)(path)));
  };
}

/** Packages ask while they are imported who runs them, such as graceful-fs. */
function softenProcess(process: Members): void {
  for (const name of ["getuid", "geteuid", "getgid", "getegid"]) {
    const original = process[name];
    if (typeof original === "function") {
      process[name] = orElse(original as (...args: unknown[]) => unknown, () => -1);
    }
  }
}

function orElse(
  original: (...args: unknown[]) => unknown,
  fallback: () => unknown,
): (...args: unknown[]) => unknown {
  return (...args) => {
    try {
      return original(...args);
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) return fallback();
      throw error;
    }
  };
}

function withoutThreads(): Members {
  return {
    isMainThread: true,
    isPrimary: true,
    isMaster: true,
    isWorker: false,
    threadId: 0,
    parentPort: null,
    workerData: null,
    resourceLimits: {},
    workers: {},
    Worker: refuse("Worker"),
    fork: refuse("cluster.fork"),
    MessageChannel,
    MessagePort,
    BroadcastChannel: refuse("BroadcastChannel"),
    getEnvironmentData: () => undefined,
    setEnvironmentData: () => undefined,
    markAsUntransferable: () => undefined,
    receiveMessageOnPort: () => undefined,
  };
}

function refuse(name: string): () => never {
  return function refused(): never {
    throw new Error(`Cannot use ${name}: a workflow runs in one thread; start several runs or steps instead`);
  };
}
