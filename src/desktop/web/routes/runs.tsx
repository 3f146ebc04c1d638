import { Hono } from "hono";
import type { Context } from "hono";
import type { LogFilter } from "../parts/log_filter.ts";
import { STREAM_FILTERS } from "../parts/log_filter.ts";
import { RunDiagramPage } from "../pages/run_diagram_page.tsx";
import { RunInputPage } from "../pages/run_input_page.tsx";
import { RunLogsPage } from "../pages/run_logs_page.tsx";
import { RunOutputPage } from "../pages/run_output_page.tsx";
import { renderPage } from "../render_page.ts";
import { type RouteDeps, toPageContext } from "./context.ts";
import { toDownload } from "./download.ts";
import { runActionRoutes } from "./run_actions.tsx";
import { RunFiles } from "./run_files.ts";
import { gatherRun, type RunEnv, withRun } from "./run_middleware.tsx";

/** So many lines are on one page of a log. */
const LINES = 10_000;

/**
 * Everything of one run.
 *
 * @param deps The dashboard and its session.
 * @returns The routes below `/runs/:id`.
 */
export function runRoutes(deps: RouteDeps): Hono<RunEnv> {
  const { database, userData } = deps.dashboard;
  const app = new Hono<RunEnv>();
  app.use(withRun(deps));

  const common = (c: Context<RunEnv>) => ({
    context: toPageContext(c, deps),
    view: gatherRun(c, deps),
    files: new RunFiles(c.get("run"), userData.dataDir),
  });

  app.get("/", (c) => c.html(renderPage(<RunOutputPage {...common(c)} />)));
  app.get("/input", (c) => c.html(renderPage(<RunInputPage {...common(c)} />)));
  app.get("/diagram", (c) => {
    const part = Number(c.req.query("part") ?? 1);
    const props = { part: Number.isInteger(part) ? part : 1, isWhole: c.req.query("each") === "1" };
    return c.html(renderPage(<RunDiagramPage {...common(c)} {...props} />));
  });
  app.get("/logs", (c) => {
    const filter = readLogFilter(c.req.query());
    const streams = STREAM_FILTERS.find(({ name }) => name === filter.stream)?.streams;
    const lines = database.logs(c.get("run").runId, {
      limit: LINES + 1,
      ...(filter.after === undefined ? {} : { after: filter.after }),
      ...(filter.step === undefined ? {} : { node: filter.step }),
      ...(streams ? { streams } : {}),
    });
    return c.html(renderPage(
      <RunLogsPage
        {...common(c)}
        lines={lines.slice(0, LINES)}
        hasMore={lines.length > LINES}
        filter={filter}
      />,
    ));
  });

  app.get("/output.json", (c) => {
    const { runId, report } = c.get("run");
    const text = JSON.stringify(report?.result.data.output ?? null, null, 2);
    return toDownload(new TextEncoder().encode(text), `${runId}.json`);
  });
  app.get("/files/:name", async (c) => {
    const name = c.req.param("name");
    const path = await new RunFiles(c.get("run"), userData.dataDir).find(name);
    return path === undefined ? c.notFound() : toDownload((await Deno.open(path)).readable, name);
  });
  app.get("/imported/:sha/:name", async (c) => {
    const { sha, name } = c.req.param();
    const path = await new RunFiles(c.get("run"), userData.dataDir).findImported(sha);
    return path === undefined ? c.notFound() : toDownload((await Deno.open(path)).readable, name);
  });
  app.route("/", runActionRoutes(deps));
  return app;
}

function readLogFilter({ step, stream, after }: Readonly<Record<string, string>>): LogFilter {
  return {
    step: step || undefined,
    stream: STREAM_FILTERS.some(({ name }) => name === stream) ? stream : undefined,
    after: /^\d{1,15}$/.test(after ?? "") ? Number(after) : undefined,
  };
}
