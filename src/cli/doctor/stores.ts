import { join } from "@std/path";
import { toMessage } from "../../errors.ts";
import { findTidyJournal } from "../../store/journal/tidy_journal.ts";
import type { Finding } from "./finding.ts";

/** Runs are listed up to this many. */
const MOST = 1000;

/**
 * Looks whether data can be kept, and at the runs that want somebody.
 *
 * @param dataDir The data dir.
 * @param project The project whose runs are looked at; undefined for one that cannot be read.
 * @returns What was found.
 */
export async function checkStores(
  dataDir: string,
  project: { readonly id: string; readonly shownDir: string } | undefined,
): Promise<Finding[]> {
  const writable = await checkWritable(dataDir);
  if (writable.level === "broken") return [writable];
  try {
    return [writable, ...checkRuns(dataDir, project)];
  } catch (error) {
    const mend = "restore it from a copy, or name another folder with --data-dir";
    return [{ level: "broken", area: "stores", message: toMessage(error), mend }];
  }
}

async function checkWritable(dataDir: string): Promise<Finding> {
  const area = "stores";
  const probe = join(dataDir, `.probe-${crypto.randomUUID()}`);
  try {
    const { isDirectory } = await Deno.stat(dataDir);
    if (!isDirectory) {
      return {
        level: "broken",
        area,
        message: `${dataDir} is no folder`,
        mend: "name another with --data-dir",
      };
    }
    await Deno.writeTextFile(probe, "", { createNew: true });
    await Deno.remove(probe);
    return { level: "ok", area, message: `data is kept in ${dataDir}` };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      return {
        level: "ok",
        area,
        message: `data will be kept in ${dataDir}, which is made by the first run`,
      };
    }
    return {
      level: "broken",
      area,
      message: `nothing can be written into ${dataDir}: ${toMessage(error)}`,
      mend: "make the folder yours, or name another with --data-dir",
    };
  }
}

function checkRuns(
  dataDir: string,
  project: { readonly id: string; readonly shownDir: string } | undefined,
): Finding[] {
  using journal = findTidyJournal(dataDir);
  if (!journal) return [];
  const { runs, damaged } = journal.list({
    limit: MOST,
    statuses: ["waiting_for_input", "interrupted"],
    ...(project ? { projectId: project.id } : {}),
  });
  const count = (status: string) => runs.filter((run) => run.status === status).length;
  const [waiting, interrupted] = [count("waiting_for_input"), count("interrupted")];
  const where = project ? ` --project ${project.shownDir}` : "";
  const findings: Finding[] = [];
  if (waiting > 0) {
    findings.push({
      level: "note",
      area: "runs",
      message: waiting === 1 ? "1 run waits for a person" : `${waiting} runs wait for a person`,
      mend: `workflow-code runs --waiting${where}, then workflow-code resume <run-id>`,
    });
  }
  if (interrupted > 0) {
    findings.push({
      level: "note",
      area: "runs",
      message: interrupted === 1
        ? "1 run was interrupted, its process ended"
        : `${interrupted} runs were interrupted, their processes ended`,
      mend: `workflow-code runs --failed${where}, then workflow-code resume <run-id>`,
    });
  }
  for (const { runId, reason } of damaged) {
    findings.push({ level: "warning", area: "runs", message: `run ${runId} cannot be read: ${reason}` });
  }
  return findings;
}
