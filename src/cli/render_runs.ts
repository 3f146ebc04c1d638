import { basename } from "@std/path";
import type { InteractionRequest } from "../core/interaction.ts";
import type { RunStatus } from "../store/journal/run_status.ts";
import { toDuration } from "../duration.ts";
import { toPrintable } from "./printable.ts";

/** As much of a question as one line shows, in characters. */
const LONGEST_QUESTION = 80;

/** A run as a list has it. */
export interface ListedRun {
  readonly runId: string;
  readonly status: RunStatus;
  readonly projectId: string;
  readonly projectDir: string;
  readonly entrypointId: string;
  readonly entrypointTitle: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** ISO 8601, UTC; null while it goes on. */
  readonly finishedAt: string | null;
  /** Milliseconds from its start to its end, or to now; also those in which it waited. */
  readonly durationMs: number;
  /** The run of another project that it is a part of, and with which it is answered and resumed; null for one by itself. */
  readonly parentRunId: string | null;
  /** What it waits for; null where it does not wait. */
  readonly question: Pick<InteractionRequest, "id" | "kind" | "message"> | null;
}

/**
 * Writes runs as a table for people.
 *
 * @param runs The runs.
 * @returns The table with a line break at its end; nothing for no runs. Times are local.
 */
export function renderRuns(runs: readonly ListedRun[]): string {
  if (runs.length === 0) return "";
  // What has any width comes last, so that nothing has to line up behind it.
  const rows = [["RUN", "STATUS", "STARTED", "DURATION", "WORKFLOW"], ...runs.map(toRow)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.flatMap((row, index) => {
    const cells = row.map((cell, column) =>
      column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell
    );
    const { question = null, parentRunId = null } = runs[index - 1] ?? {};
    return [
      cells.join("  "),
      ...(parentRunId === null ? [] : [`  part of: ${parentRunId}`]),
      ...(question ? [`  asks: ${toOneLine(question.message)}`] : []),
    ];
  });
  return `${lines.join("\n")}\n`;
}

function toRow({ runId, status, startedAt, durationMs, projectDir, entrypointTitle }: ListedRun): string[] {
  const workflow = toPrintable(`${basename(projectDir)}: ${entrypointTitle}`).replaceAll(/\s+/g, " ");
  return [runId, status, toLocalTime(startedAt), toDuration(durationMs), workflow];
}

function toLocalTime(iso: string): string {
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}

function toOneLine(text: string): string {
  const line = toPrintable(text.trim()).replaceAll(/\s+/g, " ");
  const characters = Array.from(line);
  return characters.length <= LONGEST_QUESTION
    ? line
    : `${characters.slice(0, LONGEST_QUESTION - 1).join("")}…`;
}
