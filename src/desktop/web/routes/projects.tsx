import { Hono } from "hono";
import { ProjectHistoryPage } from "../pages/project_history_page.tsx";
import { ProjectMcpPage } from "../pages/project_mcp_page.tsx";
import { renderPage } from "../render_page.ts";
import { type RouteDeps, toPageContext } from "./context.ts";
import { type ProjectEnv, withProject } from "./project_middleware.tsx";
import { projectRunRoutes } from "./project_run.tsx";
import { projectSettingsRoutes } from "./project_settings.tsx";
import { readRunFilter, toRunQuery } from "./run_query.ts";

/**
 * Everything of one project.
 *
 * @param deps The dashboard and its session.
 * @returns The routes below `/projects/:id`.
 */
export function projectRoutes(deps: RouteDeps): Hono<ProjectEnv> {
  const { database, define } = deps.dashboard;
  const app = new Hono<ProjectEnv>();
  app.use(withProject(deps));

  app.get("/history", (c) => {
    const view = c.get("view");
    const filter = { ...readRunFilter(c.req.query()), project: view.project.id };
    return c.html(renderPage(
      <ProjectHistoryPage
        context={toPageContext(c, deps)}
        view={view}
        page={database.recentRuns(toRunQuery(filter))}
        counts={database.runCounts({ desktopProjectId: view.project.id })}
        filter={filter}
      />,
    ));
  });

  app.get("/mcp", async (c) => {
    const view = c.get("view");
    const definitions = await define(view.project);
    return c.html(
      renderPage(<ProjectMcpPage context={toPageContext(c, deps)} view={view} {...definitions} />),
    );
  });

  app.route("/", projectSettingsRoutes(deps));
  app.route("/", projectRunRoutes(deps));
  return app;
}
