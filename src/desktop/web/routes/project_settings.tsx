import { Hono } from "hono";
import type { Context } from "hono";
import { isAbsolute } from "@std/path";
import { toMessage } from "../../../errors.ts";
import { readManifest } from "../../../project/manifest.ts";
import { resolveMcpServers } from "../../../project/mcp_grants.ts";
import { checkRelation } from "../../data/check_relation.ts";
import { ProjectSettingsPage } from "../pages/project_settings_page.tsx";
import { renderPage } from "../render_page.ts";
import { readAsked } from "./asked.ts";
import { type RouteDeps, toPageContext } from "./context.ts";
import type { ProjectEnv } from "./project_middleware.tsx";

/**
 * The Settings tab of a project: what it is granted, its relations, and removing it.
 *
 * @param deps The dashboard and its session.
 * @returns The routes below `/projects/:id`.
 */
export function projectSettingsRoutes(deps: RouteDeps): Hono<ProjectEnv> {
  const { database, registry } = deps.dashboard;
  const app = new Hono<ProjectEnv>();

  const show = async (c: Context<ProjectEnv>, problem?: string) => {
    const view = c.get("view");
    const { project, state } = view;
    const page = (
      <ProjectSettingsPage
        context={toPageContext(c, deps)}
        view={view}
        asked={state.state === "ready" ? await readAsked(state.manifest, project) : undefined}
        relations={database.relations(project.id)}
        others={database.projects().filter(({ id }) => id !== project.id)}
        problem={problem}
      />
    );
    return c.html(renderPage(page), problem === undefined ? 200 : 422);
  };

  app.get("/settings", (c) => show(c));

  // Whoever reloads the answer to a form comes back to the form.
  for (const path of ["/allow", "/relations", "/remove"]) {
    app.get(path, (c) => c.redirect(`/projects/${c.get("view").project.id}/settings`, 303));
  }

  app.post("/allow", async (c) => {
    const { project, state } = c.get("view");
    if (state.state !== "ready") return await show(c, state.reason);
    const form = c.get("form");
    const asked = await readAsked(state.manifest, project);
    // Only what is asked for, or was granted before, can be granted here.
    const chosen = (name: string, known: readonly string[]) => {
      const ticked = new Set(form.getAll(name).map(String));
      return [...new Set(known)].filter((one) => ticked.has(one));
    };
    const file = String(form.get("mcp-servers") ?? "").trim();
    if (file !== "" && !isAbsolute(file)) {
      return await show(c, `Cannot use ${JSON.stringify(file)}: expected the absolute path of a file`);
    }
    try {
      // What is wrong with the file is told before anything is granted.
      if (file !== "" && file !== project.mcpServersFile) {
        await resolveMcpServers([], { mcpServersFile: file, allowInheritEnv: [], env: {} });
      }
    } catch (error) {
      return await show(c, toMessage(error));
    }
    database.setAllowList(project.id, {
      allowInheritEnv: chosen("env", [...asked.inheritEnv, ...project.allowInheritEnv]),
      allowRead: chosen("read", [...asked.read, ...project.allowRead]),
      ...(file === "" ? {} : { mcpServersFile: file }),
    });
    return c.redirect(`/projects/${project.id}/settings?done=granted`, 303);
  });

  app.post("/relations", async (c) => {
    const { project } = c.get("view");
    const form = c.get("form");
    const [alias, other] = [String(form.get("alias")), String(form.get("other") ?? "")];
    try {
      const related = other === "" ? undefined : database.project(other);
      if (related) {
        const [manifest, theirs] = await Promise.all([readManifest(project.dir), readManifest(related.dir)]);
        checkRelation(manifest, alias, theirs);
        database.relate(project.id, alias, related.id);
      } else database.unrelate(project.id, alias);
    } catch (error) {
      return await show(c, toMessage(error));
    }
    return c.redirect(`/projects/${project.id}/settings?done=related`, 303);
  });

  app.post("/remove", async (c) => {
    const { project } = c.get("view");
    if (c.get("form").get("sure") !== "yes") return await show(c, "Tick the box to remove the project");
    await registry.remove(project);
    return c.redirect("/?done=removed", 303);
  });
  return app;
}
