import type { ServerHandlers } from "../mcp/handlers.ts";
import { serveMcp } from "../mcp/server.ts";
import { StdioTransport } from "../mcp/stdio.ts";
import { createWorkflowHandlers } from "../mcp/workflow_handlers.ts";
import type { Manifest } from "../project/manifest.ts";
import type { WorkflowHost } from "../run/workflow_host.ts";
import { toDiagnostic } from "./diagnostic.ts";
import { EXIT_CODES, type Outcome } from "./exit_codes.ts";
import { onSignals } from "./on_signals.ts";
import type { OpenHostOptions } from "./open_host.ts";
import { printDiagnostic } from "./printer.ts";
import { toResumeCommand } from "./resume_command.ts";

/** How often the server looks whether its parent is still there, in milliseconds. */
const PARENT_CHECK_MS = 1000;

/** How a project is served, which need not be known before the first answer. */
export interface Serving
  extends Pick<OpenHostOptions, "options" | "observer" | "adaptSpec" | "privateDirs" | "grantCommand"> {
  /** Takes the host once it is open. */
  readonly onOpened?: (host: WorkflowHost) => void;
  /** Takes calls that are refused before there is a run. */
  readonly onRefused?: NonNullable<ServerHandlers["onRefused"]>;
  /** Ends what belongs to it; called behind the end of the host. */
  readonly close?: () => Promise<void>;
}

/** What {@linkcode serveProject} serves. */
export interface ServeProjectOptions {
  /** The manifest, which alone is needed for the first answer. */
  readonly manifest: Promise<Manifest>;
  /** Finds out how the project is served; called once, behind the first answer. */
  readonly prepare: () => Promise<Serving>;
  /** How many calls may run at a time. @default the number of processors, at least 2 */
  readonly maxConcurrency?: number;
  /** How long the executor is kept without a run, in milliseconds. @default 300000 */
  readonly idleMs?: number;
  /** Gives what a person is told who starts the server at a terminal. @default nothing */
  readonly greet?: (manifest: Manifest) => Promise<string>;
}

/**
 * Serves a project over stdin and stdout until the client leaves.
 *
 * @param project The project, and how it is served.
 * @returns Exit code 0, or 1 if it could not be served.
 */
export async function serveProject(project: ServeProjectOptions): Promise<Outcome> {
  const { manifest, prepare, idleMs, greet } = project;
  const { maxConcurrency = Math.max(2, navigator.hardwareConcurrency) } = project;
  const stop = new AbortController();
  const { signal } = stop;
  using _signals = onSignals(() => stop.abort());
  using _parent = onParentGone(() => stop.abort());

  const faults = new Set<unknown>();
  const onFault = (error: unknown) => {
    if (signal.aborted) return;
    // What is wrong with the manifest is wrong for the host too.
    if (!faults.has(error)) printDiagnostic(`workflow-code: ${toDiagnostic(error)}\n`);
    faults.add(error);
  };
  manifest.catch(onFault);
  if (greet && Deno.stdin.isTerminal()) manifest.then(greet).then(printDiagnostic).catch(onFault);
  let preparing: Promise<Serving> | undefined;
  let options: Serving["options"] = new Map();
  const prepareOnce = () =>
    preparing ??= prepare().then((serving) => {
      ({ options } = serving);
      return serving;
    });
  let opening: Promise<WorkflowHost> | undefined;
  const open = () => {
    if (opening) return opening;
    opening = manifest.then(async (read) => {
      const [{ openHost }, { onOpened, observer, adaptSpec, privateDirs, grantCommand }] = await Promise.all([
        import("./open_host.ts"),
        prepareOnce(),
      ]);
      const host = await openHost({
        dir: read.dir,
        options,
        maxConcurrency,
        manifest: read,
        isServing: true,
        signal,
        idleMs,
        observer,
        adaptSpec,
        privateDirs,
        grantCommand,
      });
      onOpened?.(host);
      return host;
    });
    opening.catch(onFault);
    return opening;
  };

  const handlers = createWorkflowHandlers({
    manifest,
    open,
    readStateKey: async () => (await import("./state_key.ts")).readStateKey((await prepareOnce()).options),
    toResumeCommand: (runId) => toResumeCommand(runId, options),
    onStoreFailure: (error) => printDiagnostic(`workflow-code: ${toDiagnostic(error)}\n`),
    onRefused: (request, error) => {
      manifest.then(prepareOnce).then(({ onRefused }) => onRefused?.(request, error)).catch(() => {});
    },
  });
  await serveMcp(new StdioTransport(), handlers, { signal });
  await manifest.catch(() => {}); // A client that left at once is to learn of a fault too.
  stop.abort();
  await (await opening?.catch(() => undefined))?.close();
  await (await preparing?.catch(() => undefined))?.close?.();
  return { exitCode: faults.size > 0 ? EXIT_CODES.failed : EXIT_CODES.success };
}

/** A client that died without closing stdin leaves its server to another parent. */
function onParentGone(onGone: () => void): Disposable {
  const parent = Deno.ppid;
  const timer = setInterval(() => {
    if (Deno.ppid !== parent) onGone();
  }, PARENT_CHECK_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
