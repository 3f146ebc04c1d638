import type { JSX } from "hono/jsx/jsx-runtime";
import type { Submission } from "../../data/recorded_run.ts";
import { ValueView } from "../output/value_view.tsx";
import { CopyBlock } from "../parts/copy_block.tsx";
import { Time } from "../parts/time.tsx";
import { Status } from "../parts/status.tsx";
import { toExactTime } from "../parts/words.ts";
import { RunFrame, type RunFrameProps } from "./run_frame.tsx";

/** What the Input tab shows. */
export type RunInputPageProps = Pick<RunFrameProps, "context" | "view">;

/** A run's Input tab: what it was called with, what people answered, and the statuses that it went through. */
export function RunInputPage({ context, view }: RunInputPageProps): JSX.Element {
  const { run } = view;
  const params = run.report?.params;
  const messages = new Map((run.report?.interactions ?? []).map(({ id, message }) => [id, message]));
  return (
    <RunFrame context={context} view={view} tab="input">
      {params && (
        <section class="card" aria-labelledby="params">
          <h2 id="params">Params</h2>
          {Object.keys(params).length === 0
            ? <p class="soft">It was called without params.</p>
            : <ValueView value={params} />}
        </section>
      )}
      {run.submissions.length > 0 && (
        <section class="card" aria-labelledby="answers">
          <h2 id="answers">Answers</h2>
          {run.submissions.map((submission) => (
            <Answer submission={submission} message={messages.get(submission.id)} now={context.now} />
          ))}
        </section>
      )}
      <section class="card" aria-labelledby="given">
        <h2 id="given">As it was given</h2>
        {run.mcpInput !== null && (
          <>
            <h3>{run.source === "dashboard" ? "Form" : "MCP input"}</h3>
            <CopyBlock id="mcp-input" text={JSON.stringify(run.mcpInput, null, 2)} label="MCP input" />
          </>
        )}
        <h3>Command line</h3>
        {run.cliArgs.length > 0
          ? (
            <CopyBlock
              id="cli-args"
              text={run.cliArgs.map(toShown).join("\n")}
              label="command-line arguments"
              isWrapped
            />
          )
          : <p class="soft">No arguments.</p>}
      </section>
      <section class="card" aria-labelledby="statuses">
        <h2 id="statuses">Statuses</h2>
        <ol class="stack">
          {run.statuses.map(({ status, at }) => (
            <li class="facts past">
              <Status status={status} />
              <span>{toExactTime(at)}</span>
            </li>
          ))}
        </ol>
      </section>
    </RunFrame>
  );
}

function Answer(
  { submission: { id, action, values, at }, message, now }: {
    submission: Submission;
    message: string | undefined;
    now: number;
  },
): JSX.Element {
  return (
    <article class="stack">
      <h3>
        <bdi>{message?.split("\n")[0] ?? id}</bdi>
      </h3>
      <p class="facts">
        <span>{action === "decline" ? "Declined" : "Answered"}</span>
        <Time at={at} now={now} />
        <code>{id}</code>
      </p>
      {values && Object.keys(values).length > 0 && <ValueView value={values} />}
    </article>
  );
}

/** An argument with line breaks or none at all is told from others. */
function toShown(argument: string): string {
  return argument === "" || /[\n\r\t]/.test(argument) ? JSON.stringify(argument) : argument;
}
