import type { JSX } from "hono/jsx/jsx-runtime";
import type { LogLine } from "../../data/recorded_run.ts";
import { toAddress } from "../parts/address.ts";
import { type LogFilter, STREAM_FILTERS } from "../parts/log_filter.ts";
import { Pager } from "../parts/pager.tsx";
import { toShownText } from "../parts/shown_text.ts";
import { OPEN_STATUSES } from "../parts/status_words.ts";
import { toTimeOfDay } from "../parts/words.ts";
import { RunFrame, type RunFrameProps, toRunAddress } from "./run_frame.tsx";

/** What is out of sight is laid out when it comes into sight, in parts of so many lines. */
const PART = 100;

/** What the Logs tab shows. */
export interface RunLogsPageProps extends Pick<RunFrameProps, "context" | "view"> {
  readonly lines: readonly LogLine[];
  /** Whether there are more lines behind these. */
  readonly hasMore: boolean;
  readonly filter: LogFilter;
}

/** A run's Logs tab: what it printed, in order. */
export function RunLogsPage({ context, view, lines, hasMore, filter }: RunLogsPageProps): JSX.Element {
  const { run, logCount } = view;
  const path = `${toRunAddress(run.runId)}/logs`;
  const { step, stream, after } = filter;
  const query = { step, stream };
  const last = lines.at(-1)?.seq;
  const isOpen = OPEN_STATUSES.includes(run.status);
  return (
    <RunFrame context={context} view={view} tab="logs">
      <section aria-label="Logs">
        {(logCount > 0 || step || stream) && <Filters path={path} view={view} filter={filter} />}
        {lines.length > 0 ? <Lines lines={lines} stream={stream} /> : (
          <div class="empty">
            <p>
              {step || stream || after
                ? "No line fits."
                : isOpen
                ? "It has printed nothing yet."
                : logCount > 0
                ? "Its log is no longer kept."
                : "It printed nothing. What a workflow writes with ctx.log, console or to stdout and stderr appears here."}
            </p>
            {(step || stream || after) && <a href={path}>Show all lines</a>}
          </div>
        )}
        <Pager
          first={after ? toAddress(path, query) : undefined}
          next={hasMore && last !== undefined
            ? toAddress(path, { ...query, after: String(last) })
            : undefined}
          words={{ first: "First lines", next: "Next lines" }}
        />
      </section>
    </RunFrame>
  );
}

function Filters(
  { path, view: { run }, filter: { step, stream } }: {
    path: string;
    view: RunLogsPageProps["view"];
    filter: LogFilter;
  },
): JSX.Element {
  const steps = run.report?.nodes ?? [];
  const shown = steps.slice(0, 200);
  const isKnown = !step || shown.some(({ id }) => id === step);
  return (
    <div class="head">
      <nav class="chips" aria-label="Streams">
        <a href={toAddress(path, { step })} aria-current={stream ? undefined : "true"}>All</a>
        {STREAM_FILTERS.map(({ name, title }) => (
          <a
            href={toAddress(path, { step, stream: name })}
            aria-current={name === stream ? "true" : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      {(steps.length > 0 || step) && (
        <form class="filters" method="get" action={path} aria-label="Step">
          {stream && <input type="hidden" name="stream" value={stream} />}
          <select name="step" aria-label="Step">
            <option value="">All steps</option>
            {!isKnown && <option value={step} selected>{step}</option>}
            {shown.map(({ id, title }) => (
              <option value={id} selected={id === step}>{title === id ? id : `${title} (${id})`}</option>
            ))}
          </select>
          <button type="submit">Show</button>
        </form>
      )}
    </div>
  );
}

/** Ten thousand of them: each has as few elements as can be. */
function Lines({ lines, stream }: { lines: readonly LogLine[]; stream: string | undefined }): JSX.Element {
  const parts = Array.from(
    { length: Math.ceil(lines.length / PART) },
    (_, i) => lines.slice(i * PART, (i + 1) * PART),
  );
  const rest = stream ? `stream=${stream}&` : "";
  return (
    <div class="log card flush" tabindex={0} role="group" aria-label="Lines">
      {parts.map((part) => (
        <ol class={parts.length > 1 ? "lazy" : undefined}>
          {part.map(({ at, stream: from, node, text }) => (
            <li class={from}>
              <time>{toTimeOfDay(at)}</time>
              <i>{from}</i>
              {node === null ? <i /> : <a href={`?${rest}step=${encodeURIComponent(node)}`}>{node}</a>}
              <p>{toShownText(text)}</p>
            </li>
          ))}
        </ol>
      ))}
    </div>
  );
}
