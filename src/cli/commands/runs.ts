import { toMessage } from "../../errors.ts";
import { readManifest } from "../../project/manifest.ts";
import type { Journal } from "../../store/journal/journal.ts";
import type { RunStatus } from "../../store/journal/run_status.ts";
import type { DamagedRun, RunSummary } from "../../store/journal/stored_run.ts";
import { findTidyJournal } from "../../store/journal/tidy_journal.ts";
import { readDataDir } from "../data_dir.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import type { CommandLine } from "../parse_command.ts";
import { printDiagnostic } from "../printer.ts";
import { readWholeNumber } from "../read_whole_number.ts";
import { type ListedRun, renderRuns } from "../render_runs.ts";

const DEFAULT_LIMIT = 50;

/** The statuses that an option asks for. */
const STATUSES: Readonly<Record<string, readonly RunStatus[]>> = {
  waiting: ["waiting_for_input"],
  failed: ["failed", "timeout", "interrupted"],
};

/**
 * `workflow-code runs`: lists runs, the newest first.
 *
 * @param command The command line.
 * @returns A table, or with `--json` `{ runs, damaged }`.
 */
export async function runRuns({ options }: CommandLine): Promise<Outcome> {
  const limit = readWholeNumber(options, "limit", { least: 1, fallback: DEFAULT_LIMIT });
  const [project] = options.get("project") ?? [];
  const projectId = project === undefined ? undefined : (await readManifest(project)).id;
  const statuses = Object.entries(STATUSES).flatMap(([name, those]) => options.has(name) ? those : []);
  const dataDir = readDataDir(options);
  using journal = findTidyJournal(dataDir);
  const page = journal?.list({
    limit,
    ...(statuses.length > 0 ? { statuses } : {}),
    ...(projectId === undefined ? {} : { projectId }),
  });
  const { runs, damaged } = journal && page ? withQuestions(journal, page) : { runs: [], damaged: [] };
  const exitCode = EXIT_CODES.success;
  if (options.has("json")) return { exitCode, stdout: `${JSON.stringify({ runs, damaged }, null, 2)}\n` };
  for (const { runId, reason } of damaged) {
    printDiagnostic(`workflow-code: run ${runId} cannot be read: ${reason}\n`);
  }
  if (page?.next) printDiagnostic(`workflow-code: there are more, --limit shows more than ${limit}\n`);
  if (runs.length === 0) printDiagnostic(`workflow-code: there are no such runs in ${dataDir}\n`);
  return { exitCode, stdout: renderRuns(runs) };
}

/** Adds to the runs of a page what they ask. */
function withQuestions(
  journal: Journal,
  page: { readonly runs: readonly RunSummary[]; readonly damaged: readonly DamagedRun[] },
): { readonly runs: readonly ListedRun[]; readonly damaged: readonly DamagedRun[] } {
  const runs: ListedRun[] = [];
  const damaged = [...page.damaged];
  const now = Date.now();
  for (const summary of page.runs) {
    try {
      runs.push(toListedRun(summary, { journal, now }));
    } catch (error) {
      damaged.push({ runId: summary.runId, reason: toMessage(error) });
    }
  }
  return { runs, damaged };
}

function toListedRun(
  summary: RunSummary,
  { journal, now }: { readonly journal: Journal; readonly now: number },
): ListedRun {
  const { runId, projectId, projectDir, entrypointId, entrypointTitle } = summary;
  const { status, startedAt, finishedAt, parent } = summary;
  const [asked] = status === "waiting_for_input" ? journal.pending(runId) : [];
  return {
    runId,
    status,
    projectId,
    projectDir,
    entrypointId,
    entrypointTitle,
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    durationMs: Math.max(0, Math.round((finishedAt ?? now) - startedAt)),
    parentRunId: parent?.runId ?? null,
    question: asked
      ? { id: asked.request.id, kind: asked.request.kind, message: asked.request.message }
      : null,
  };
}
