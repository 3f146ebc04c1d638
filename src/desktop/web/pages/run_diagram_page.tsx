import type { JSX } from "hono/jsx/jsx-runtime";
import { Diagram } from "../diagram/diagram.tsx";
import { toGraph } from "../diagram/to_graph.ts";
import { Timeline } from "../diagram/timeline.tsx";
import { toTimelineRows } from "../diagram/timeline_row.ts";
import { toAddress } from "../parts/address.ts";
import { Pager } from "../parts/pager.tsx";
import { OPEN_STATUSES } from "../parts/status_words.ts";
import { count } from "../parts/words.ts";
import { RunFrame, type RunFrameProps, toRunAddress } from "./run_frame.tsx";

/** More boxes than these are drawn on several pages. */
const MOST_BOXES = 400;

/** What the Diagram tab shows. */
export interface RunDiagramPageProps extends Pick<RunFrameProps, "context" | "view"> {
  /** Which page of a diagram that has several; from 1. */
  readonly part: number;
  /** Whether repeats of a step are drawn one by one, however many there are. */
  readonly isWhole: boolean;
}

/** A run's Diagram tab: its steps in their order, and when each of them ran. */
export function RunDiagramPage({ context, view, part, isWhole }: RunDiagramPageProps): JSX.Element {
  const { run } = view;
  const path = `${toRunAddress(run.runId)}/diagram`;
  const report = run.report;
  const whole = report
    ? toGraph(report, { isWhole, now: OPEN_STATUSES.includes(run.status) ? context.now : undefined })
    : { nodes: [], edges: [] };
  const parts = Math.max(1, Math.ceil(whole.nodes.length / MOST_BOXES));
  const at = Math.min(Math.max(1, part), parts);
  const graph = { ...whole, nodes: whole.nodes.slice((at - 1) * MOST_BOXES, at * MOST_BOXES) };
  const isOpen = OPEN_STATUSES.includes(run.status);
  if (!report || (graph.nodes.length === 0 && report.interactions.length === 0)) {
    return (
      <RunFrame context={context} view={view} tab="diagram">
        <div class="empty">
          <p>
            {isOpen ? "No step has begun yet." : "This run has no steps."} A workflow marks its steps with
            {" "}
            <code>ctx.step(id, work)</code>: each is drawn here with its status and how long it took.
          </p>
        </div>
      </RunFrame>
    );
  }
  const rows = toTimelineRows(graph, { report: at === 1 ? report : { interactions: [] }, now: context.now });
  const end = run.finishedAt ?? context.now;
  const [from, to] = parts === 1 ? [run.startedAt, end] : [
    Math.min(...rows.map((row) => row.startedAt)),
    Math.max(...rows.map((row) => row.startedAt + row.durationMs)),
  ];
  const toHref = ({ id }: { id: string }) => toAddress(`${toRunAddress(run.runId)}/logs`, { step: id });
  const query = { each: isWhole ? "1" : undefined };
  const isCollapsed = whole.nodes.length < report.nodes.length;
  return (
    <RunFrame context={context} view={view} tab="diagram">
      <section aria-label="Diagram and timeline">
        {(isCollapsed || parts > 1 || isWhole) && (
          <p class="facts">
            <span>
              {count(report.nodes.length, "step")}
              {isCollapsed && ", repeats of the same step drawn as one"}
              {parts > 1 && `, part ${at} of ${parts}`}.
            </span>
            {isCollapsed && <a href={toAddress(path, { each: "1" })}>Show each step</a>}
            {isWhole && <a href={path}>Draw repeats as one</a>}
          </p>
        )}
        <div class={graph.nodes.length > 0 ? "split" : "stack"}>
          {graph.nodes.length > 0 && <Diagram graph={graph} toHref={toHref} />}
          <Timeline
            rows={rows}
            from={from}
            to={to}
            toHref={(row) => row.isQuestion ? `${toRunAddress(run.runId)}/input` : toHref(row)}
          />
        </div>
        <Pager
          first={at > 1 ? toAddress(path, { ...query, part: String(at - 1) }) : undefined}
          next={at < parts ? toAddress(path, { ...query, part: String(at + 1) }) : undefined}
          words={{ first: "Earlier steps", next: "Later steps" }}
        />
      </section>
    </RunFrame>
  );
}
