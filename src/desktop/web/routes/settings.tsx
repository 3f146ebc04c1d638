import { Hono } from "hono";
import type { DesktopSettings } from "../../data/desktop_settings.ts";
import { RETENTION_FIELDS, SettingsPage } from "../pages/settings_page.tsx";
import { renderPage } from "../render_page.ts";
import type { GuardedEnv } from "../security/guard.tsx";
import { type RouteDeps, toPageContext } from "./context.ts";

const MOST_DAYS = 36_500;

/**
 * The settings of the whole Desktop.
 *
 * @param deps The dashboard and its session.
 * @returns The routes of `/settings`.
 */
export function settingsRoutes(deps: RouteDeps): Hono<GuardedEnv> {
  const { database, userData: { dir: userDataDir }, version } = deps.dashboard;
  const app = new Hono<GuardedEnv>();

  app.get("/", (c) => {
    const props = { userDataDir, version, settings: database.settings() };
    return c.html(renderPage(<SettingsPage context={toPageContext(c, deps)} {...props} />));
  });

  app.post("/", (c) => {
    const form = c.get("form");
    const settings: { -readonly [K in keyof DesktopSettings]?: DesktopSettings[K] } = {};
    for (const { name, title } of RETENTION_FIELDS) {
      const text = String(form.get(name) ?? "").trim();
      const days = text === "" ? null : Number(text);
      if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= MOST_DAYS)) {
        const problem = `${title}: found ${
          JSON.stringify(text)
        }, expected a whole number of days from 1 to ${MOST_DAYS}`;
        const props = { userDataDir, version, settings: database.settings(), problem };
        return c.html(renderPage(<SettingsPage context={toPageContext(c, deps)} {...props} />), 422);
      }
      settings[name] = days;
    }
    database.saveSettings(settings);
    return c.redirect("/settings?done=saved", 303);
  });
  return app;
}
