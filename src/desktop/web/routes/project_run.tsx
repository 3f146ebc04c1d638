import { Hono } from "hono";
import type { Context } from "hono";
import type { EntrypointSpec, WorkflowSpec } from "../../../core/spec.ts";
import { toMessage, WorkflowError } from "../../../errors.ts";
import { type EnteredValues, readForm } from "../forms/read_form.ts";
import { toRefusal } from "../forms/to_refusal.ts";
import { ProjectRunPage } from "../pages/project_run_page.tsx";
import { toAddress } from "../parts/address.ts";
import { toRunAddress } from "../pages/run_frame.tsx";
import { renderPage } from "../render_page.ts";
import { type RouteDeps, toPageContext } from "./context.ts";
import type { ProjectEnv } from "./project_middleware.tsx";
import { ResolvedOptionsCache } from "./resolved_options.ts";
import { gatherRunForm, type RunFormState } from "./run_form.ts";
import { untilRecorded } from "./until_recorded.ts";
import { toRunValues } from "./run_values.ts";

/**
 * The Run tab of a project: its form, its draft, and running it.
 *
 * @param deps The dashboard and its session.
 * @returns The routes below `/projects/:id`.
 */
export function projectRunRoutes(deps: RouteDeps): Hono<ProjectEnv> {
  const { database, hosts, now } = deps.dashboard;
  const options = new ResolvedOptionsCache(hosts, now);
  const app = new Hono<ProjectEnv>();

  const show = async (c: Context<ProjectEnv>, state: RunFormState, status: 200 | 422 = 200) => {
    const view = c.get("view");
    const form = await gatherRunForm({ database, options }, view.project.id, state);
    return c.html(
      renderPage(<ProjectRunPage context={toPageContext(c, deps)} view={view} form={form} />),
      status,
    );
  };

  app.get("/", async (c) => {
    const view = c.get("view");
    if (view.state.state !== "ready") {
      return c.html(renderPage(<ProjectRunPage context={toPageContext(c, deps)} view={view} />));
    }
    let spec: WorkflowSpec;
    try {
      spec = await hosts.spec(view.project.id);
    } catch (error) {
      const problem = toMessage(error);
      return c.html(
        renderPage(<ProjectRunPage context={toPageContext(c, deps)} view={view} problem={problem} />),
      );
    }
    const from = c.req.query("from");
    const run = from === undefined ? undefined : database.run(from);
    const wanted = run?.entrypointId ?? c.req.query("entrypoint");
    const entrypoint = spec.entrypoints.find(({ id }) => id === wanted) ?? spec.entrypoints[0];
    if (!entrypoint) return c.notFound();
    const isSame = run?.entrypointId === entrypoint.id;
    return await show(c, {
      spec,
      entrypoint,
      ...(run && isSame ? { from, values: toRunValues(run) } : {}),
    });
  });

  // Whoever reloads the answer to a form comes back to the form.
  app.get("/run", (c) => {
    const { project } = c.get("view");
    return c.redirect(toAddress(`/projects/${project.id}`, { entrypoint: c.req.query("entrypoint") }), 303);
  });

  app.post("/run", async (c) => {
    const { project } = c.get("view");
    const form = c.get("form");
    const { spec, entrypoint } = await findEntrypoint(project.id, form);
    const values = readForm(entrypoint.params, form);
    const more = form.get("more");
    if (typeof more === "string") return await show(c, { spec, entrypoint, values, more });
    const action = form.get("do");
    database.saveDraft(project.id, entrypoint.id, values);
    if (action === "options") {
      options.clear();
      return await show(c, { spec, entrypoint, values });
    }
    if (action === "defaults") {
      database.useDraftAsDefaults(project.id, entrypoint.id);
      return c.redirect(toForm(project.id, entrypoint, "defaults"), 303);
    }
    try {
      const runId = await hosts.start(project.id, entrypoint.id, values);
      await untilRecorded(database, runId);
      return c.redirect(toRunAddress(runId), 303);
    } catch (error) {
      return await show(c, { spec, entrypoint, values, ...toRefusal(error) }, 422);
    }
  });

  app.post("/draft", async (c) => {
    const { project } = c.get("view");
    const { entrypoint } = await findEntrypoint(project.id, c.get("form"));
    const values: EnteredValues = readForm(entrypoint.params, c.get("form"));
    database.saveDraft(project.id, entrypoint.id, values);
    return c.body(null, 204);
  });

  app.post("/clear-defaults", async (c) => {
    const { project } = c.get("view");
    const { entrypoint } = await findEntrypoint(project.id, c.get("form"));
    database.clearDefaults(project.id, entrypoint.id);
    return c.redirect(toForm(project.id, entrypoint, "cleared"), 303);
  });

  async function findEntrypoint(
    projectId: string,
    form: FormData,
  ): Promise<{ spec: WorkflowSpec; entrypoint: EntrypointSpec }> {
    const spec = await hosts.spec(projectId);
    const id = String(form.get("entrypoint"));
    const entrypoint = spec.entrypoints.find((one) => one.id === id);
    if (entrypoint) return { spec, entrypoint };
    throw new WorkflowError("usage", `The project has no entrypoint ${JSON.stringify(id)} any more`);
  }
  return app;
}

function toForm(projectId: string, { id }: EntrypointSpec, done: string): string {
  return `/projects/${projectId}?${new URLSearchParams({ entrypoint: id, done })}`;
}
