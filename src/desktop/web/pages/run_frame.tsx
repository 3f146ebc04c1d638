import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { RecordedRun, RecordedStatus } from "../../data/recorded_run.ts";
import { Crumbs } from "../parts/crumbs.tsx";
import { Layout } from "../parts/layout.tsx";
import { Note } from "../parts/note.tsx";
import { PostForm } from "../parts/post_form.tsx";
import { Question } from "../parts/question.tsx";
import { toShownText } from "../parts/shown_text.ts";
import { Status } from "../parts/status.tsx";
import { OPEN_STATUSES } from "../parts/status_words.ts";
import { Tabs } from "../parts/tabs.tsx";
import { Time } from "../parts/time.tsx";
import { toDuration } from "../../../duration.ts";
import { RESUMABLE_STATUSES } from "../../../store/journal/run_status.ts";
import type { PageContext, QuestionView } from "../view.ts";

/** A run as all its tabs show it. */
export interface RunView {
  readonly run: RecordedRun;
  /** How many lines it has printed. */
  readonly logCount: number;
  /** Whether its project is still in Desktop, so that it can be run again. */
  readonly hasProject: boolean;
  /** What it waits for. */
  readonly questions: readonly QuestionView[];
  /** Why what somebody wanted of it was refused. */
  readonly problem?: string | undefined;
}

/** What each tab of a run has around it. */
export interface RunFrameProps {
  readonly context: PageContext;
  readonly view: RunView;
  readonly tab: "output" | "diagram" | "logs" | "input";
  readonly children?: Child;
}

const TITLES = { output: "Output", diagram: "Diagram", logs: "Logs", input: "Input" } as const;
/** A recorded call may also never have become a run. */
const RESUMABLE: readonly RecordedStatus[] = RESUMABLE_STATUSES;
const SOURCES = { mcp: "Called over MCP", dashboard: "Started here", other: "Started elsewhere" } as const;

/** A run's name, status, question and tabs, around one of them. */
export function RunFrame({ context, view, tab, children }: RunFrameProps): JSX.Element {
  const { run, logCount, questions, problem } = view;
  const top = toRunAddress(run.runId);
  const hrefs = {
    output: top,
    diagram: `${top}/diagram`,
    logs: `${top}/logs`,
    input: `${top}/input`,
  } as const;
  const counts = {
    output: undefined,
    diagram: run.report?.nodes.length,
    logs: logCount,
    input: undefined,
  } as const;
  const title = run.entrypointTitle || run.entrypointId;
  return (
    <Layout title={`${title} ${run.runId}`}>
      <div class="stack">
        <Crumbs
          steps={[
            view.hasProject
              ? { title: run.projectName, href: `/projects/${run.desktopProjectId}/history` }
              : { title: run.projectName },
            { title: run.runId },
          ]}
        />
        <div class="head">
          <h1>
            <bdi>{title}</bdi>
          </h1>
          <Actions context={context} view={view} />
        </div>
        <p class="facts">
          <Status status={run.status} isPill />
          <span>
            <Time at={run.startedAt} now={context.now} />
          </span>
          <Took run={run} />
          <span>{SOURCES[run.source]}</span>
          <code>{run.runId}</code>
        </p>
        {context.done && <Note tone="ok">{context.done}</Note>}
        {problem && (
          <Note tone="bad" title="That did not work">
            <pre>{problem}</pre>
          </Note>
        )}
        <Reason view={view} />
      </div>
      {questions.map((question) => <Question context={context} runId={run.runId} question={question} />)}
      <Tabs
        label="Run"
        tabs={(["output", "diagram", "logs", "input"] as const).map((name) => ({
          title: TITLES[name],
          href: hrefs[name],
          count: counts[name],
        }))}
        open={hrefs[tab]}
      />
      {children}
    </Layout>
  );
}

/**
 * The address of a run.
 *
 * @param runId The run.
 * @returns Its path.
 */
export function toRunAddress(runId: string): string {
  return `/runs/${encodeURIComponent(runId)}`;
}

function Actions({ context, view }: Pick<RunFrameProps, "context" | "view">): JSX.Element | null {
  const { run, hasProject } = view;
  const top = toRunAddress(run.runId);
  if (OPEN_STATUSES.includes(run.status)) {
    return (
      <PostForm action={`${top}/cancel`} csrf={context.csrf} class="actions">
        <button type="submit" class="danger">Cancel run</button>
      </PostForm>
    );
  }
  // There is no form of a tool that there is not.
  if (!hasProject || run.error?.code === "unknown_tool") return null;
  const edit = `/projects/${run.desktopProjectId}?${new URLSearchParams({ from: run.runId })}`;
  return (
    <div class="actions">
      {RESUMABLE.includes(run.status) && (
        <PostForm action={`${top}/resume`} csrf={context.csrf}>
          <button type="submit" class="main" title="Goes on behind the last step that it has finished">
            Resume
          </button>
        </PostForm>
      )}
      {run.status !== "refused" && (
        <PostForm action={`${top}/again`} csrf={context.csrf}>
          <button type="submit">Run again</button>
        </PostForm>
      )}
      <a class="button" href={edit}>Edit and run</a>
    </div>
  );
}

function Took({ run }: { run: RecordedRun }): JSX.Element | null {
  if (run.status === "refused") return null;
  if (run.status === "running" || run.status === "resumed") {
    return (
      <span>
        for <span data-since={run.startedAt}>{toDuration(Math.max(0, Date.now() - run.startedAt))}</span>
      </span>
    );
  }
  return run.durationMs === undefined ? null : <span>took {toDuration(run.durationMs)}</span>;
}

/** Why it did not succeed. */
function Reason({ view: { run, hasProject } }: Pick<RunFrameProps, "view">): JSX.Element | null {
  const error = run.error ?? run.report?.error;
  if (run.status === "interrupted") {
    return (
      <Note tone="wait" title="Its process ended before it did">
        <p>
          The program that ran it was closed or killed.{hasProject &&
            " The steps that it had finished are kept: Resume goes on behind them, Run again begins anew."}
        </p>
      </Note>
    );
  }
  if (!error) return null;
  const errCode = run.report?.error?.errCode;
  const location = run.report?.error?.location;
  return (
    <Note tone="bad" title={REASONS[error.code] ?? "It failed"}>
      <pre>{toShownText(error.message)}</pre>
      {(errCode !== undefined || location) && (
        <p class="facts">
          {errCode !== undefined && <span>Code {errCode}</span>}
          {location && <code>{`${location.file}:${location.line}:${location.column}`}</code>}
        </p>
      )}
    </Note>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  run_failed: "The workflow threw an error",
  business_error: "The workflow says no",
  cancelled: "It was cancelled",
  timeout: "It ran out of time",
  executor_crashed: "Its process crashed",
  file_rejected: "A file was refused",
  interaction_declined: "A person declined to answer",
  invalid_arguments: "The call was refused: its arguments do not fit",
  unknown_tool: "The call was refused: there is no such tool",
};
