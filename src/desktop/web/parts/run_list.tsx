import type { JSX } from "hono/jsx/jsx-runtime";
import type { RunSummary } from "../../data/recorded_run.ts";
import { Status } from "./status.tsx";
import { OPEN_STATUSES } from "./status_words.ts";
import { Time } from "./time.tsx";
import { toDuration } from "../../../duration.ts";

/** What {@linkcode RunList} shows. */
export interface RunListProps {
  readonly runs: readonly RunSummary[];
  readonly now: number;
  /** Whether each run names its project. @default false */
  readonly hasProjects?: boolean;
}

/** Runs, one in a line. */
export function RunList({ runs, now, hasProjects = false }: RunListProps): JSX.Element {
  return (
    <ul class="runs card flush">
      {runs.map((run) => (
        <li id={`run-${run.runId}`}>
          <Status status={run.status} />
          <span class="what">
            <a href={`/runs/${encodeURIComponent(run.runId)}`}>
              <bdi>{run.entrypointTitle || run.entrypointId}</bdi>
            </a>
            {hasProjects && (
              <small>
                <bdi>{run.projectName}</bdi>
              </small>
            )}
          </span>
          <span class="id mono">{run.runId}</span>
          <span class="took">
            <Took run={run} />
          </span>
          <span class="when">
            <Time at={run.startedAt} now={now} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How long a run took, or has been going on. */
function Took({ run: { status, durationMs, startedAt } }: { run: RunSummary }): JSX.Element {
  if (status === "refused") return <>–</>;
  if (durationMs !== undefined && !OPEN_STATUSES.includes(status)) return <>{toDuration(durationMs)}</>;
  if (status === "waiting_for_input" || !OPEN_STATUSES.includes(status)) return <>–</>;
  return <span data-since={startedAt}>{toDuration(Math.max(0, Date.now() - startedAt))}</span>;
}
