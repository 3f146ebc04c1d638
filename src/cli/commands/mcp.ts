import { serveMcp } from "../../mcp/server.ts";
import { StdioTransport } from "../../mcp/stdio.ts";
import { createWorkflowHandlers } from "../../mcp/workflow_handlers.ts";
import { readManifest } from "../../project/manifest.ts";
import type { WorkflowHost } from "../../run/workflow_host.ts";
import { toDiagnostic } from "../diagnostic.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { onSignals } from "../on_signals.ts";
import type { CommandLine } from "../parse_command.ts";
import { printDiagnostic } from "../printer.ts";
import { readWholeNumber } from "../read_whole_number.ts";
import { toResumeCommand } from "../resume_command.ts";

/** How often the server looks whether its parent is still there, in milliseconds. */
const PARENT_CHECK_MS = 1000;

/** How long the executor is kept without a run, in seconds, and the most that a timer can wait. */
const IDLE_SECONDS = 300;
const MOST_IDLE_SECONDS = 2_000_000;

/**
 * `workflow-code mcp`: serves a project over stdin and stdout until the client leaves.
 *
 * @param command The command line.
 * @returns Exit code 0, or 1 if the project could not be served.
 */
export async function runMcp({ operands, options }: CommandLine): Promise<Outcome> {
  const [dir = ""] = operands;
  const maxConcurrency = readWholeNumber(options, "max-concurrency", {
    least: 1,
    fallback: Math.max(2, navigator.hardwareConcurrency),
  });
  const idle = { least: 0, most: MOST_IDLE_SECONDS, fallback: IDLE_SECONDS };
  const idleMs = readWholeNumber(options, "idle-timeout", idle) * 1000;
  const manifest = readManifest(dir);
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
  if (Deno.stdin.isTerminal()) {
    manifest.then(async (read) => {
      const { greetPerson } = await import("../mcp_greeting.ts");
      printDiagnostic(await greetPerson(read, options));
    }).catch(onFault);
  }
  let opening: Promise<WorkflowHost> | undefined;
  const open = () => {
    if (opening) return opening;
    opening = manifest.then(async (read) => {
      const { openHost } = await import("../open_host.ts");
      return await openHost({
        dir,
        options,
        maxConcurrency,
        idleMs,
        manifest: read,
        isServing: true,
        signal,
      });
    });
    opening.catch(onFault);
    return opening;
  };

  const handlers = createWorkflowHandlers({
    manifest,
    open,
    readStateKey: async () => (await import("../state_key.ts")).readStateKey(options),
    toResumeCommand: (runId) => toResumeCommand(runId, options),
    onStoreFailure: (error) => printDiagnostic(`workflow-code: ${toDiagnostic(error)}\n`),
  });
  await serveMcp(new StdioTransport(), handlers, { signal });
  await manifest.catch(() => {}); // A client that left at once is to learn of a fault too.
  stop.abort();
  await (await opening?.catch(() => undefined))?.close();
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
