import { Hono } from "hono";
import { toMessage, WorkflowError } from "../../errors.ts";
import { ASSETS } from "./assets/assets.ts";
import type { Dashboard } from "./dashboard.ts";
import { ChangeWatcher } from "./live/change_watcher.ts";
import { toEventStream } from "./live/event_stream.ts";
import { MessagePage } from "./pages/message_page.tsx";
import { renderPage } from "./render_page.ts";
import { homeRoutes } from "./routes/home.tsx";
import { projectRoutes } from "./routes/projects.tsx";
import { runRoutes } from "./routes/runs.tsx";
import { settingsRoutes } from "./routes/settings.tsx";
import { guard, type GuardedEnv } from "./security/guard.tsx";
import type { Session } from "./security/session.ts";

/** What the dashboard answers with. */
export interface AppOptions {
  readonly dashboard: Dashboard;
  readonly session: Session;
  /** The port that it is reached at. */
  readonly port: number;
  /** Ends streams when the dashboard stops. */
  readonly signal: AbortSignal;
}

/**
 * Makes everything that the dashboard answers.
 *
 * @param options What it shows and whom it lets in.
 * @returns The application.
 */
export function createApp({ dashboard, session, port, signal }: AppOptions): Hono<GuardedEnv> {
  const deps = { dashboard, session };
  const { database, onFault } = dashboard;
  const watcher = new ChangeWatcher({ changeCount: () => database.changeCount(), onFault });
  const app = new Hono<GuardedEnv>();
  app.use(guard(session, port));

  app.get("/assets/:name", (c) => {
    const asset = ASSETS.get(c.req.path);
    if (!asset) return c.notFound();
    return c.body(asset.text, 200, {
      "content-type": asset.mediaType,
      "cache-control": "private, max-age=31536000, immutable",
    });
  });
  app.get("/events", () => toEventStream(watcher, signal));
  app.route("/projects/:id", projectRoutes(deps));
  app.route("/runs/:id", runRoutes(deps));
  app.route("/settings", settingsRoutes(deps));
  app.route("/", homeRoutes(deps));

  app.notFound((c) => {
    const page = renderPage(
      <MessagePage title="There is no such page">
        <p>The address leads nowhere.</p>
      </MessagePage>,
    );
    return c.html(page, 404);
  });
  app.onError((error, c) => {
    const isExpected = error instanceof WorkflowError && error.code !== "internal";
    if (!isExpected) onFault(error);
    const page = renderPage(
      <MessagePage title={isExpected ? "That did not work" : "Something went wrong"}>
        <pre class="lead">{isExpected ? toMessage(error) : "The dashboard's log on stderr says what."}</pre>
      </MessagePage>,
    );
    return c.html(page, isExpected ? 422 : 500);
  });
  return app;
}
