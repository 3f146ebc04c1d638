import type { EntrypointSpec, ParamSpec, ParamValues, WorkflowSpec } from "../../core/spec.ts";
import { toMessage } from "../../errors.ts";
import { createValidator } from "../../params/validate.ts";

/** Takes what is said of a default that is not used. */
type Say = (text: string) => void;

/**
 * Puts the defaults that a person made of drafts into what a project offers. A default is not used for a file, nor where it no
 * longer fits its param.
 *
 * @param spec What the project offers.
 * @param defaults The defaults by entrypoint.
 * @param say Takes a sentence on each one that is not used.
 * @returns What it offers with them.
 */
export async function applyDefaults(
  spec: WorkflowSpec,
  defaults: ReadonlyMap<string, ParamValues>,
  say: Say,
): Promise<WorkflowSpec> {
  const entrypoints = await Promise.all(spec.entrypoints.map(async (entrypoint) => {
    const values = defaults.get(entrypoint.id);
    return values ? await applyToEntrypoint(entrypoint, values, say) : entrypoint;
  }));
  return { entrypoints };
}

async function applyToEntrypoint(
  entrypoint: EntrypointSpec,
  values: ParamValues,
  say: Say,
): Promise<EntrypointSpec> {
  const params = await Promise.all(entrypoint.params.map(async (param): Promise<ParamSpec> => {
    const value = values[param.name];
    if (value === undefined || param.type === "file") return param;
    const reason = await faultOf(entrypoint, param, value);
    if (reason === undefined) return { ...param, default: value, required: false };
    say(`the default of ${entrypoint.id}.${param.name} is not used: ${reason}`);
    return param;
  }));
  for (const name of Object.keys(values)) {
    if (!params.some((param) => param.name === name)) {
      say(`the default of ${entrypoint.id}.${name} is not used: there is no such param any more`);
    }
  }
  return { ...entrypoint, params };
}

async function faultOf(
  entrypoint: EntrypointSpec,
  param: ParamSpec,
  value: ParamValues[string],
): Promise<string | undefined> {
  try {
    const validate = await createValidator({ ...entrypoint, params: [param] });
    validate({ [param.name]: value });
    return undefined;
  } catch (error) {
    return toMessage(error);
  }
}
