// What the tests of the definition share.
import { assert, assertEquals, assertThrows } from "@std/assert";
import { parseDefinition } from "../../../src/core/parse_definition.ts";
import { type Fault, WorkflowError } from "../../../src/errors.ts";

/** A function that nothing calls. */
export function run(): void {}

/** A definition of one entrypoint, "main". */
export function withEntrypoint(entrypoint: unknown): unknown {
  return { entrypoints: { main: entrypoint } };
}

/** A definition of one entrypoint, "main", with these params. */
export function withParams(params: unknown): unknown {
  return withEntrypoint({ run, params });
}

/** The faults for which a definition is refused. */
export function faultsOf(input: unknown): readonly Fault[] {
  const error = assertThrows(() => parseDefinition(input), WorkflowError);
  assertEquals(error.code, "invalid_definition");
  assert(error.faults.length > 0);
  return error.faults;
}
