import childProcess from "node:child_process";
import cluster from "node:cluster";
import inspector from "node:inspector";
import inspectorPromises from "node:inspector/promises";
import threads from "node:worker_threads";
import type { Members } from "./members.ts";
import { refuse } from "./refuse.ts";

const ONE_THREAD = "a workflow runs in one thread; start several runs or steps instead";
const NO_PROGRAMS = "a workflow runs no other programs";
const NO_INSPECTOR = "it reaches into the program around the workflow";

/** Takes away what would start threads or programs, or reach into the program itself: each use says why it is refused. */
export function takeAway(): void {
  const Worker = refuse("Worker", ONE_THREAD);
  // A broadcast would reach the workers of other runs.
  const BroadcastChannel = refuse("BroadcastChannel", ONE_THREAD);
  Object.assign(globalThis, { Worker, BroadcastChannel });
  // Packages ask whether they are in a thread of their own, to talk to the one that started them.
  const mainThread = {
    isMainThread: true,
    threadId: 0,
    parentPort: null,
    workerData: null,
    markAsUncloneable() {},
  };
  Object.assign(threads as unknown as Members, { ...mainThread, Worker, BroadcastChannel });
  const primary = { isPrimary: true, isMaster: true, isWorker: false, workers: {} };
  Object.assign(cluster as unknown as Members, {
    ...primary,
    Worker,
    fork: refuse("cluster.fork", ONE_THREAD),
  });
  for (const name of ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"]) {
    Object.assign(childProcess as unknown as Members, {
      [name]: refuse(`child_process.${name}`, NO_PROGRAMS),
    });
  }
  for (const module of [inspector, inspectorPromises]) {
    Object.assign(module as unknown as Members, {
      Session: refuse("inspector.Session", NO_INSPECTOR),
      open: refuse("inspector.open", NO_INSPECTOR),
      waitForDebugger: refuse("inspector.waitForDebugger", NO_INSPECTOR),
      url: () => undefined,
    });
  }
}
