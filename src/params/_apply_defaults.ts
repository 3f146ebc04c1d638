import type { EntrypointSpec, ParamValue, ParamValues } from "../core/spec.ts";

/**
 * Fills in what a call left out: defaults, and an empty list for every list without one.
 *
 * @param entrypoint The entrypoint.
 * @param args Valid arguments; not changed.
 * @returns New values in declared order, without a key for what is still absent.
 */
export function applyDefaults(
  entrypoint: EntrypointSpec,
  args: Readonly<Record<string, ParamValue | undefined>>,
): ParamValues {
  const entries = entrypoint.params.flatMap((param): [string, ParamValue][] => {
    const given = Object.hasOwn(args, param.name) ? args[param.name] : undefined;
    const value = given ?? param.default ?? (param.multiple ? [] : undefined);
    return value === undefined ? [] : [[param.name, Array.isArray(value) ? [...value] : value]];
  });
  return Object.fromEntries(entries);
}
