import type { JSX } from "hono/jsx/jsx-runtime";
import { toDuration } from "../../../duration.ts";
import type { TimelineRow } from "./timeline_row.ts";

/** What {@linkcode Timeline} shows. */
export interface TimelineProps {
  readonly rows: readonly TimelineRow[];
  /** The time that the whole width stands for, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly toHref: (row: TimelineRow) => string;
}

const WIDTH = 1000;
const LEAST = 3;
const MOST_DEPTH = 3;
/** What is out of sight is laid out when it comes into sight, in parts of so many rows. */
const PART = 100;

/** When each step ran. */
export function Timeline({ rows, from, to, toHref }: TimelineProps): JSX.Element {
  const scale = WIDTH / Math.max(1, to - from);
  const parts = Array.from(
    { length: Math.ceil(rows.length / PART) },
    (_, i) => rows.slice(i * PART, (i + 1) * PART),
  );
  return (
    <div class="timeline card flush" tabindex={0} role="group" aria-label="Timeline of the steps">
      {parts.map((part) => (
        <ol class={parts.length > 1 ? "lazy" : undefined}>
          {part.map((row) => {
            const x = Math.min(WIDTH - LEAST, Math.max(0, (row.startedAt - from) * scale));
            const width = Math.max(LEAST, Math.min(WIDTH - x, row.durationMs * scale));
            return (
              <li class={`is-${row.tone} depth-${Math.min(MOST_DEPTH, row.depth)}`}>
                <a class="name" href={toHref(row)}>
                  <bdi>{row.title}</bdi>
                  {row.count > 1 && ` × ${row.count.toLocaleString("en-US")}`}
                </a>
                <span class="took" data-since={row.tone === "running" ? row.startedAt : undefined}>
                  {toDuration(row.durationMs)}
                </span>
                <svg viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none" aria-hidden="true">
                  <rect class="track" width={WIDTH} height="6" />
                  <rect class="span" x={x.toFixed(1)} width={width.toFixed(1)} height="6" />
                </svg>
                {row.error && (
                  <p class="why">
                    <bdi>{row.error}</bdi>
                  </p>
                )}
              </li>
            );
          })}
        </ol>
      ))}
    </div>
  );
}
