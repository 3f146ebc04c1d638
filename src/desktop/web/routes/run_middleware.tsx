import type { Context, MiddlewareHandler } from "hono";
import type { InteractionRequest } from "../../../core/interaction.ts";
import { toMessage } from "../../../errors.ts";
import type { RecordedRun } from "../../data/recorded_run.ts";
import { MessagePage } from "../pages/message_page.tsx";
import type { RunView } from "../pages/run_frame.tsx";
import { renderPage } from "../render_page.ts";
import type { GuardedEnv } from "../security/guard.tsx";
import type { QuestionView } from "../view.ts";
import type { RouteDeps } from "./context.ts";

/** What the routes of one run find. */
export interface RunEnv extends GuardedEnv {
  Variables: GuardedEnv["Variables"] & { run: RecordedRun };
}

/**
 * Finds the run of an address `/runs/:id/...`, or says that there is none.
 *
 * @param deps The dashboard and its session.
 * @returns The middleware.
 */
export function withRun({ dashboard: { database } }: RouteDeps): MiddlewareHandler<RunEnv> {
  return async (c, next) => {
    const run = database.run(c.req.param("id") ?? "");
    if (!run) {
      const page = renderPage(
        <MessagePage title="There is no such run">
          <p>It was not recorded here, or is older than what Settings keeps.</p>
        </MessagePage>,
      );
      return c.html(page, 404);
    }
    c.set("run", run);
    return await next();
  };
}

/** What somebody wanted of a run and did not get. */
export interface RefusedAnswer extends Partial<Pick<QuestionView, "values" | "faults" | "problem">> {
  /** The key of the question. */
  readonly key?: string;
}

/**
 * Gathers what every tab of a run shows.
 *
 * @param c The request.
 * @param deps The dashboard.
 * @param refused An answer that was not taken, or what else was refused.
 * @returns The view.
 */
export function gatherRun(
  c: Context<RunEnv>,
  { dashboard: { database, hosts } }: RouteDeps,
  { key, values = {}, faults = [], problem }: RefusedAnswer = {},
): RunView {
  const run = c.get("run");
  const { runId, status, desktopProjectId } = run;
  const asked = status === "waiting_for_input" ? readQuestions(hosts, runId) : { requests: [] };
  const isAsked = asked.requests.some((request) => request.key === key);
  return {
    run,
    logCount: database.logCount(runId),
    hasProject: database.project(desktopProjectId) !== undefined,
    questions: asked.requests.map((request) =>
      request.key === key ? { request, values, faults, problem } : { request, values: {}, faults: [] }
    ),
    problem: isAsked ? asked.fault : problem ?? asked.fault,
  };
}

/** A run is shown also where its journal cannot be read. */
function readQuestions(
  hosts: RouteDeps["dashboard"]["hosts"],
  runId: string,
): { readonly requests: readonly InteractionRequest[]; readonly fault?: string } {
  try {
    return { requests: hosts.pending(runId) };
  } catch (error) {
    return { requests: [], fault: toMessage(error) };
  }
}
