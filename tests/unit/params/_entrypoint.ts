import { parseDefinition } from "../../../src/core/parse_definition.ts";
import type { EntrypointSpec } from "../../../src/core/spec.ts";

/** The checked entrypoint "main" with the given params. */
export function entrypointOf(params: Readonly<Record<string, unknown>>): EntrypointSpec {
  const [entrypoint] = parseDefinition({ entrypoints: { main: { params, run: true } } }).entrypoints;
  if (entrypoint === undefined) throw new Error("a definition without entrypoints was accepted");
  return entrypoint;
}
