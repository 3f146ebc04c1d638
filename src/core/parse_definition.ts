import { type Fault, WorkflowError } from "../errors.ts";
import { ObjectReader } from "./_object_reader.ts";
import { readEntrypoint } from "./_read_entrypoint.ts";
import { showValue } from "./show_value.ts";
import type { EntrypointSpec, WorkflowSpec } from "./spec.ts";

const ENTRYPOINT_ID = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Options for {@linkcode parseDefinition}. */
export interface ParseDefinitionOptions {
  /** Whether `true` may stand for `run` and `resolveParams`, as it does after JSON. @default true */
  readonly allowsTrue?: boolean;
}

/**
 * Reads a workflow definition, from its author or from another process, and checks every rule of it. Each property is read
 * once and nothing of the input is kept, so a getter, a proxy or a cycle in it can do no more than cause a fault.
 *
 * @param input The definition; after JSON, `true` stands for each function.
 * @param options How strictly functions are looked for.
 * @returns The definition as plain data, with every default filled in.
 * @throws {WorkflowError} `invalid_definition`, naming the first fault and carrying all of them.
 *
 * @example
 * ```ts
 * import { parseDefinition } from "./parse_definition.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const spec = parseDefinition({ entrypoints: { main: { run: () => "done" } } });
 * assertEquals(spec.entrypoints, [
 *   { id: "main", title: "main", timeout: 600_000, dynamic: false, params: [] },
 * ]);
 * ```
 */
export function parseDefinition(input: unknown, options: ParseDefinitionOptions = {}): WorkflowSpec {
  const faults: Fault[] = [];
  let entrypoints: EntrypointSpec[] = [];
  try {
    entrypoints = readEntrypoints(input, { faults, allowsTrue: options.allowsTrue ?? true });
  } catch (cause) {
    // Only an input that sets out to break its reader gets here, by throwing errors that throw when they are read.
    throw new WorkflowError(
      "invalid_definition",
      "Cannot read the workflow definition: it throws when it is read",
      {
        cause,
      },
    );
  }
  const [first] = faults;
  if (first === undefined) return { entrypoints };
  const where = first.path === "" ? "" : `${first.path}: `;
  const more = faults.length === 1 ? "" : ` (and ${count(faults.length - 1, "more fault")})`;
  throw new WorkflowError(
    "invalid_definition",
    `Cannot read the workflow definition: ${where}${first.reason}${more}`,
    { faults },
  );
}

function readEntrypoints(
  input: unknown,
  { faults, allowsTrue }: { readonly faults: Fault[]; readonly allowsTrue: boolean },
): EntrypointSpec[] {
  const root = ObjectReader.open(input, { path: "", faults });
  if (root === undefined) return [];
  root.checkKeys(["entrypoints"], "a workflow definition");
  const reader = ObjectReader.open(root.get("entrypoints"), root.placeOf("entrypoints"));
  if (reader === undefined) return [];
  if (reader.keys.length === 0) {
    root.addFault("entrypoints", "expected at least one entrypoint, found none");
  }
  return reader.keys.flatMap((id): EntrypointSpec[] => {
    if (!ENTRYPOINT_ID.test(id)) {
      reader.addFault(id, `expected an id that matches ${ENTRYPOINT_ID.source}, found ${showValue(id)}`);
    }
    const entrypoint = readEntrypoint(reader.get(id), { id, allowsTrue, ...reader.placeOf(id) });
    return entrypoint === undefined ? [] : [entrypoint];
  });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
