import { Hono } from "hono";
import { isAbsolute } from "@std/path";
import { toMessage } from "../../../errors.ts";
import { readProjectState } from "../../data/project_state.ts";
import { HomePage, type HomePageProps } from "../pages/home_page.tsx";
import { renderPage } from "../render_page.ts";
import type { GuardedEnv } from "../security/guard.tsx";
import type { ProjectCard } from "../view.ts";
import { type RouteDeps, toPageContext } from "./context.ts";
import { readRunFilter, toRunQuery } from "./run_query.ts";

/**
 * Home, and adding projects.
 *
 * @param deps The dashboard and its session.
 * @returns The routes.
 */
export function homeRoutes(deps: RouteDeps): Hono<GuardedEnv> {
  const { database, registry } = deps.dashboard;
  const app = new Hono<GuardedEnv>();

  const render = async (props: Pick<HomePageProps, "context" | "filter" | "refused">) => {
    const { project } = props.filter;
    return renderPage(
      <HomePage
        {...props}
        projects={await gatherProjects(deps)}
        page={database.recentRuns(toRunQuery(props.filter))}
        counts={database.runCounts(project === undefined ? {} : { desktopProjectId: project })}
      />,
    );
  };

  app.get("/", async (c) => {
    return c.html(await render({ context: toPageContext(c, deps), filter: readRunFilter(c.req.query()) }));
  });

  app.get("/projects", (c) => c.redirect("/", 303));
  app.post("/projects", async (c) => {
    const dir = String(c.get("form").get("dir") ?? "").trim();
    try {
      if (!isAbsolute(dir)) {
        throw new Error(`Expected the absolute path of a folder, found ${JSON.stringify(dir)}`);
      }
      const { id } = await registry.add(dir);
      return c.redirect(`/projects/${id}/settings?done=added`, 303);
    } catch (error) {
      const refused = { dir, reason: toMessage(error) };
      return c.html(await render({ context: toPageContext(c, deps), filter: {}, refused }), 422);
    }
  });
  return app;
}

async function gatherProjects({ dashboard: { database } }: RouteDeps): Promise<ProjectCard[]> {
  const cards = await Promise.all(
    database.projects().map(async (project): Promise<ProjectCard> => {
      const [last] = database.recentRuns({ limit: 1, desktopProjectId: project.id }).runs;
      const counts = database.runCounts({ desktopProjectId: project.id });
      return { project, state: await readProjectState(project), counts, last };
    }),
  );
  // The one that ran last comes first, those that never ran by name.
  return cards.sort((one, other) => (other.last?.startedAt ?? 0) - (one.last?.startedAt ?? 0));
}
