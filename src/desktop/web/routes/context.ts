import type { Context } from "hono";
import type { Session } from "../security/session.ts";
import type { Dashboard } from "../dashboard.ts";
import type { PageContext } from "../view.ts";
import { toDone } from "./done.ts";

/** What routes work with. */
export interface RouteDeps {
  readonly dashboard: Dashboard;
  readonly session: Session;
}

/**
 * What a page needs whatever it shows.
 *
 * @param c The request.
 * @param deps The dashboard and its session.
 * @returns It.
 */
export function toPageContext(c: Pick<Context, "req">, { dashboard, session }: RouteDeps): PageContext {
  return { now: dashboard.now(), csrf: session.csrf, done: toDone(c.req.query("done")) };
}
