import { join } from "@std/path";
import type { InteractionRequest } from "../../core/interaction.ts";
import { WorkflowError } from "../../errors.ts";
import type { StoredRun } from "../../store/journal/stored_run.ts";
import type { EndedRun, RunResult, Stretch } from "../active_run.ts";
import { readableEntries } from "../executor/readable_entries.ts";
import type { RelatedCall } from "../protocol.ts";
import type { EndedReport } from "../report.ts";
import { askCaller } from "./ask_caller.ts";
import { checkFiles } from "./check_files.ts";
import type { RelatedHost } from "./related_host.ts";

/** One call of a related project. */
export interface CallRelatedOptions {
  readonly caller: RelatedHost;
  readonly callee: RelatedHost;
  /** The calling run. */
  readonly callerRunId: string;
  readonly call: RelatedCall;
  /** Aborts when the calling run has ended, or was left to its journal. */
  readonly signal: AbortSignal;
}

/**
 * Runs an entrypoint of a related project for a run, or goes on with what it began there before. What it asks, the calling
 * run asks; when the calling run ends, so does it.
 *
 * @param options Who calls whom.
 * @returns Its final report, whatever it came to.
 * @throws {WorkflowError} If it cannot begin or go on: `invalid_arguments`, `usage` for an unknown entrypoint.
 */
export async function callRelated(options: CallRelatedOptions): Promise<EndedReport> {
  const { caller, callee, callerRunId, call, signal } = options;
  signal.throwIfAborted();
  const run = caller.runs.active(callerRunId);
  if (!run) throw new WorkflowError("cancelled", "The calling run has ended");
  const { force } = run;
  const stretch: Stretch = { signal, places: run.lent };
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  let state = await begin({ ...options, stretch, force });
  while (state.status === "waiting") {
    const { runId, request, over } = state;
    const asking = askCaller(request, { caller, callerRunId, call, runId });
    const next = await Promise.race([asking, over, aborted]).catch((error) => {
      endWaiting(options, runId);
      throw error;
    });
    if (!next) {
      endWaiting(options, runId);
      throw signal.reason;
    }
    if ("report" in next) state = next;
    else {
      const { answer, files } = next;
      state = toState(
        await callee.runs.answer({ runId, key: request.key, answer, files, force, ...stretch }),
      );
    }
  }
  return state.report;
}

/** What the related run has come to, here or in its journal. */
type State =
  | EndedRun
  | {
    readonly status: "waiting";
    readonly runId: string;
    readonly request: InteractionRequest;
    readonly over: Promise<EndedRun>;
  };

function toState(result: RunResult): State {
  if (result.status === "ended") return result;
  const { status, report: { runId }, request, over } = result;
  return { status, runId, request, over };
}

interface BeginOptions extends CallRelatedOptions {
  readonly stretch: Stretch;
  readonly force: boolean;
}

async function begin(options: BeginOptions): Promise<State> {
  const { callee: { runs: { journal }, project }, callerRunId, call: { key, entrypointId } } = options;
  const find = () => journal.getChild({ runId: callerRunId, key });
  let before = find();
  if (before?.status === "running" || before?.status === "resumed") {
    // That its process has died is known only when somebody looks.
    journal.interruptOrphans();
    before = find();
  }
  const isSame = before?.projectId === project.manifest.id && before.entrypointId === entrypointId;
  return before && isSame ? await goOn(before, options) : toState(await start(options));
}

async function start(
  { caller, callee, callerRunId, call, stretch }: BeginOptions,
): Promise<RunResult> {
  const entrypoint = callee.entrypoint(call.entrypointId);
  const values = await callee.validate(entrypoint, call.values);
  const { project: { dir, grants, hidesDotEnv }, runs } = caller;
  const scratchRoot = runs.active(callerRunId)?.scratchRoot;
  const made = [caller.createdDirOf(callerRunId), ...scratchRoot === undefined ? [] : [scratchRoot]];
  const own = await Promise.all(made.map((path) => Deno.realPath(path).catch(() => path)));
  const checked = await checkFiles(entrypoint, {
    values,
    readable: [...(hidesDotEnv ? readableEntries(dir) : [dir]), ...grants.read, ...own],
    hidden: hidesDotEnv ? [join(dir, ".env")] : [],
  });
  const parent = { runId: callerRunId, key: call.key };
  return await callee.runs.start({ ...stretch, entrypoint, values: checked, parent });
}

async function goOn(
  { runId, status, report }: StoredRun,
  { callee: { runs }, stretch, force }: BeginOptions,
): Promise<State> {
  // The journal gives a final report back as it was given.
  if (status === "success" && report) return { status: "ended", report: report as EndedReport };
  const [asked] = status === "waiting_for_input" ? runs.journal.pending(runId) : [];
  if (!asked) return toState(await runs.resume(runId, { force, ...stretch }));
  return { status: "waiting", runId, request: asked.request, over: new Promise<never>(() => {}) };
}

/** The caller may have been left to its journal: then so is what it called. */
function endWaiting({ caller, callee, callerRunId }: CallRelatedOptions, runId: string): void {
  const { runs } = callee;
  if (caller.runs.journal.get(callerRunId)?.status === "waiting_for_input") runs.leaveWaiting(runId);
  else if (!runs.cancel(runId)) runs.cancelWaiting(runId);
}
