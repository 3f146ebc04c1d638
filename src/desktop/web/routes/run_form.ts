import type { EntrypointSpec, WorkflowSpec } from "../../../core/spec.ts";
import type { Dashboard } from "../dashboard.ts";
import type { EnteredValues } from "../forms/read_form.ts";
import { gatherChoices } from "./gather_choices.ts";
import type { ResolvedOptionsCache } from "./resolved_options.ts";
import type { RunFormView } from "../view.ts";

/** What is known of a form before its choices are worked out. */
export interface RunFormState extends Partial<Pick<RunFormView, "faults" | "problem" | "more" | "from">> {
  readonly spec: WorkflowSpec;
  readonly entrypoint: EntrypointSpec;
  /** What somebody has entered; without it, the draft or nothing. */
  readonly values?: EnteredValues | undefined;
}

/**
 * Gathers what the form of an entrypoint shows.
 *
 * @param deps The database, and the choices that workflows work out.
 * @param desktopProjectId The project.
 * @param state What is known already.
 * @returns The form.
 */
export async function gatherRunForm(
  { database, options }: Pick<Dashboard, "database"> & { readonly options: ResolvedOptionsCache },
  desktopProjectId: string,
  { spec, entrypoint, faults = [], ...state }: RunFormState,
): Promise<RunFormView> {
  const draft = database.draft(desktopProjectId, entrypoint.id);
  const values = state.values ?? draft?.values ?? {};
  const choices = entrypoint.dynamic
    ? await gatherChoices(options.get(desktopProjectId, entrypoint.id, values))
    : { options: {} };
  return {
    ...state,
    ...choices,
    entrypoints: spec.entrypoints,
    entrypoint,
    values,
    faults,
    ...(draft && state.values === undefined ? { savedAt: draft.savedAt } : {}),
    hasDefaults: draft?.defaults !== undefined,
  };
}
