import { showList } from "../core/show_list.ts";
import type { EntrypointSpec } from "../core/spec.ts";
import { nearest } from "../nearest.ts";

/**
 * The reason of a fault for a name that is no param.
 *
 * @param entrypoint The entrypoint.
 * @param name The name that was found.
 * @returns Words that read on from the name, with the nearest param or all of them.
 */
export function unknownParamReason({ id, params }: EntrypointSpec, name: string): string {
  const names = params.map((param) => param.name);
  if (names.length === 0) return `is not a param of "${id}", which takes none`;
  const meant = nearest(name, names);
  return meant === undefined
    ? `is not a param of "${id}"; its params are ${showList(names)}`
    : `is not a param of "${id}"; did you mean "${meant}"?`;
}
