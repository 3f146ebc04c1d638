import { Hono } from "hono";
import type { Context } from "hono";
import type { Answer, InteractionRequest } from "../../../core/interaction.ts";
import type { ParamValues } from "../../../core/spec.ts";
import { validateAnswer } from "../../../run/validate_answer.ts";
import { readForm } from "../forms/read_form.ts";
import { toRefusal } from "../forms/to_refusal.ts";
import { RunOutputPage } from "../pages/run_output_page.tsx";
import { toRunAddress } from "../pages/run_frame.tsx";
import { renderPage } from "../render_page.ts";
import { type RouteDeps, toPageContext } from "./context.ts";
import { RunFiles } from "./run_files.ts";
import { gatherRun, type RefusedAnswer, type RunEnv } from "./run_middleware.tsx";
import { untilRecorded } from "./until_recorded.ts";
import { toRunValues } from "./run_values.ts";

/**
 * What can be done with a run: answer it, cancel it, run it again.
 *
 * @param deps The dashboard and its session.
 * @returns The routes below `/runs/:id`.
 */
export function runActionRoutes(deps: RouteDeps): Hono<RunEnv> {
  const { database, hosts, userData } = deps.dashboard;
  const app = new Hono<RunEnv>();

  const refuse = (c: Context<RunEnv>, refused: RefusedAnswer) => {
    const page = (
      <RunOutputPage
        context={toPageContext(c, deps)}
        view={gatherRun(c, deps, refused)}
        files={new RunFiles(c.get("run"), userData.dataDir)}
      />
    );
    return c.html(renderPage(page), 422);
  };

  // Whoever reloads the answer to a form comes back to the run.
  for (const path of ["/answer", "/cancel", "/resume", "/again"]) {
    app.get(path, (c) => c.redirect(toRunAddress(c.get("run").runId), 303));
  }

  app.post("/answer", async (c) => {
    const { runId } = c.get("run");
    const form = c.get("form");
    const key = String(form.get("key"));
    const request = hosts.pending(runId).find((one) => one.key === key);
    if (!request) return refuse(c, { problem: "The run does not wait for this answer any more." });
    const entered = readEntered(request, form);
    if (form.has("more")) return refuse(c, { key, values: entered });
    try {
      await hosts.answer(runId, key, await toAnswer(request, { entered, action: form.get("do") }));
    } catch (error) {
      return refuse(c, { key, values: withoutSecrets(request, entered), ...toRefusal(error) });
    }
    return c.redirect(`${toRunAddress(runId)}?done=answered`, 303);
  });

  app.post("/cancel", async (c) => {
    const { runId } = c.get("run");
    try {
      await hosts.cancel(runId);
    } catch (error) {
      return refuse(c, toRefusal(error));
    }
    return c.redirect(`${toRunAddress(runId)}?done=cancelling`, 303);
  });

  app.post("/resume", async (c) => {
    const { runId, statuses } = c.get("run");
    try {
      await hosts.resume(runId);
      await untilRecorded(database, runId, (run) => run.statuses.length > statuses.length);
    } catch (error) {
      return refuse(c, toRefusal(error));
    }
    return c.redirect(toRunAddress(runId), 303);
  });

  app.post("/again", async (c) => {
    const run = c.get("run");
    try {
      const runId = await hosts.start(run.desktopProjectId, run.entrypointId, toRunValues(run));
      await untilRecorded(database, runId);
      return c.redirect(toRunAddress(runId), 303);
    } catch (error) {
      const { faults, problem } = toRefusal(error);
      const lines = faults.map(({ path, reason }) => `${path}: ${reason}`);
      return refuse(c, { problem: [problem, ...lines].filter(Boolean).join("\n") });
    }
  });
  return app;
}

function readEntered(request: InteractionRequest, form: FormData): ParamValues {
  const values = readForm(request.fields, form);
  if (request.kind !== "approve") return values;
  const { approved: _, ...rest } = values;
  const action = form.get("do");
  // An approval is one of two buttons: neither of them pressed is no answer.
  return action === "approve" || action === "refuse" ? { ...rest, approved: action === "approve" } : rest;
}

async function toAnswer(
  request: InteractionRequest,
  { entered, action }: { readonly entered: ParamValues; readonly action: FormDataEntryValue | null },
): Promise<Answer> {
  if (request.kind === "ask" && action === "decline") return { action: "decline" };
  return { action: "accept", values: await validateAnswer(request, entered) };
}

function withoutSecrets({ fields }: InteractionRequest, values: ParamValues): ParamValues {
  const secret = new Set(fields.filter((field) => field.secret).map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)));
}
