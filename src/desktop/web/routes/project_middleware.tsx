import type { MiddlewareHandler } from "hono";
import { MessagePage } from "../pages/message_page.tsx";
import { renderPage } from "../render_page.ts";
import type { GuardedEnv } from "../security/guard.tsx";
import type { RouteDeps } from "./context.ts";
import { findProject, type FoundProject } from "./project_view.ts";

/** What the routes of one project find. */
export interface ProjectEnv extends GuardedEnv {
  Variables: GuardedEnv["Variables"] & { view: FoundProject };
}

/**
 * Finds the project of an address `/projects/:id/...`, or says that there is none.
 *
 * @param deps The dashboard and its session.
 * @returns The middleware.
 */
export function withProject({ dashboard }: RouteDeps): MiddlewareHandler<ProjectEnv> {
  return async (c, next) => {
    const view = await findProject(dashboard, c.req.param("id") ?? "");
    if (!view) {
      const page = renderPage(
        <MessagePage title="There is no such project">
          <p>
            It is not in this Desktop, or was removed from it. What it ran is still among the recent tasks.
          </p>
        </MessagePage>,
      );
      return c.html(page, 404);
    }
    c.set("view", view);
    return await next();
  };
}
