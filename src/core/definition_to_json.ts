import { dropUndefined } from "./drop_undefined.ts";
import { parseDefinition } from "./parse_definition.ts";
import type { EntrypointSpec, ParamSpec } from "./spec.ts";

/** A workflow definition as plain JSON, with `true` in place of each function. */
export interface JsonDefinition {
  readonly entrypoints: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * Makes the plain JSON in which a definition crosses to another process; `parseDefinition` reads it there to the same
 * result as the definition itself.
 *
 * @param definition The author's definition.
 * @returns JSON that holds only what was checked: no function, getter or prototype of the author's goes with it.
 * @throws {WorkflowError} `invalid_definition`, as `parseDefinition` does.
 */
export function definitionToJson(definition: unknown): JsonDefinition {
  const { entrypoints } = parseDefinition(definition);
  return {
    entrypoints: Object.fromEntries(
      entrypoints.map((entrypoint) => [entrypoint.id, entrypointToJson(entrypoint)]),
    ),
  };
}

function entrypointToJson({ id: _, dynamic, params, ...rest }: EntrypointSpec): Record<string, unknown> {
  return dropUndefined({
    ...rest,
    params: Object.fromEntries(params.map((param) => [param.name, paramToJson(param)])),
    resolveParams: dynamic || undefined,
    run: true,
  });
}

function paramToJson({ name: _, multiple, required, ...rest }: ParamSpec): Record<string, unknown> {
  return dropUndefined({
    ...rest,
    required: required || undefined,
    multiple: (rest.type !== "checkboxes" && multiple) || undefined,
  });
}
