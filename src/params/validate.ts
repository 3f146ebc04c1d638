import type { ErrorObject } from "ajv";
import { joinPath } from "../core/fault_path.ts";
import { showValue } from "../core/show_value.ts";
import type { EntrypointSpec, ParamSpec, ParamValue, ParamValues } from "../core/spec.ts";
import type { Fault } from "../errors.ts";
import { applyDefaults } from "./_apply_defaults.ts";
import { argumentReason } from "./_argument_reason.ts";
import { argumentsError } from "./_arguments_error.ts";
import { unknownParamReason } from "./_unknown_param.ts";
import { filePathFault, type PathStyle } from "./file_path.ts";
import { toInputSchema } from "./input_schema.ts";

/** Checks the arguments of one entrypoint and fills in its defaults. */
export type Validator = (args: unknown) => ParamValues;

/** A list of a million relative paths is told by its first few. */
const MOST_FILE_FAULTS = 100;

/** Options for {@linkcode createValidator}. */
export interface CreateValidatorOptions {
  /** How file paths are written. @default that of this machine */
  readonly pathStyle?: PathStyle;
}

/**
 * Makes the validator of an entrypoint: ajv against exactly the published schema, then the shape of file paths, which no
 * schema can tell. This module may be imported statically: ajv is loaded by the first call. Keep the validator, compiling
 * takes longer than validating.
 *
 * @param entrypoint The entrypoint.
 * @param options How paths are written.
 * @returns A function that takes arguments (`undefined` for none), never changes them, and returns the values with
 * defaults, or throws a `WorkflowError` `invalid_arguments` with every fault.
 *
 * @example
 * ```ts
 * import { parseDefinition } from "../core/parse_definition.ts";
 * import { createValidator } from "./validate.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const { entrypoints: [main] } = parseDefinition({
 *   entrypoints: { main: { params: { tags: { type: "string", multiple: true } }, run: true } },
 * });
 * if (main) {
 *   const validate = await createValidator(main);
 *   assertEquals(validate({}), { tags: [] });
 *   assertEquals(validate({ tags: ["a"] }), { tags: ["a"] });
 * }
 * ```
 */
export async function createValidator(
  entrypoint: EntrypointSpec,
  options: CreateValidatorOptions = {},
): Promise<Validator> {
  const pathStyle = options.pathStyle ?? (Deno.build.os === "windows" ? "windows" : "posix");
  const { compileSchemaCheck } = await import("./_schema_check.ts");
  const check = compileSchemaCheck(toInputSchema(entrypoint));
  return (args = {}) => {
    const faults = [
      ...schemaFaults(entrypoint, check(args)),
      ...fileFaults(entrypoint, { args, pathStyle }),
    ];
    if (faults.length > 0) throw argumentsError(entrypoint, sortFaults(entrypoint, faults));
    return applyDefaults(entrypoint, args as Record<string, ParamValue>);
  };
}

/** A fault and the param that it is about, `undefined` for an unknown name or the arguments as a whole. */
interface ParamFault extends Fault {
  readonly param: ParamSpec | undefined;
}

function schemaFaults(entrypoint: EntrypointSpec, errors: readonly ErrorObject[]): ParamFault[] {
  // Whatever else is said about a value of the wrong type only distracts.
  const mistyped = new Set(
    errors.filter((error) => error.keyword === "type").map((error) => error.instancePath),
  );
  return errors
    .filter((error) => error.keyword === "type" || !mistyped.has(error.instancePath))
    .map((error) => toFault(entrypoint, error));
}

function toFault(entrypoint: EntrypointSpec, error: ErrorObject): ParamFault {
  if (error.keyword === "additionalProperties") {
    const name = String(error.params.additionalProperty);
    return { path: joinPath("", name), reason: unknownParamReason(entrypoint, name), param: undefined };
  }
  // Names match a pattern without `/` and `~`, so that a pointer needs no decoding.
  const [name = "", index] = error.keyword === "required"
    ? [String(error.params.missingProperty)]
    : error.instancePath.split("/").slice(1);
  const param = entrypoint.params.find((candidate) => candidate.name === name);
  if (param === undefined) {
    const reason = `the arguments must be an object; got ${showValue(error.data)}`;
    return { path: "", reason, param };
  }
  const path = index === undefined ? name : joinPath(name, Number(index));
  return { path, reason: error.keyword === "required" ? "is missing" : argumentReason(error, param), param };
}

function fileFaults(
  entrypoint: EntrypointSpec,
  { args, pathStyle }: { readonly args: unknown; readonly pathStyle: PathStyle },
): ParamFault[] {
  if (typeof args !== "object" || args === null) return [];
  const given = new Map<string, unknown>(Object.entries(args));
  return entrypoint.params.filter((param) => param.type === "file").flatMap((param): ParamFault[] => {
    const value = given.get(param.name);
    const paths: readonly unknown[] = param.multiple && Array.isArray(value) ? value : [value];
    const faults: ParamFault[] = [];
    for (const [index, path] of paths.entries()) {
      const reason = typeof path === "string" ? filePathFault(path, pathStyle) : undefined;
      if (reason === undefined) continue;
      faults.push({ path: value === path ? param.name : joinPath(param.name, index), reason, param });
      if (faults.length === MOST_FILE_FAULTS) break;
    }
    return faults;
  });
}

/** In declared order, and unknown names last: the same faults give the same message. */
function sortFaults(entrypoint: EntrypointSpec, faults: readonly ParamFault[]): Fault[] {
  const place = ({ param }: ParamFault) => param === undefined ? Infinity : entrypoint.params.indexOf(param);
  return faults
    .toSorted((a, b) => Math.sign(place(a) - place(b)) || 0)
    .map(({ path, reason }) => ({ path, reason }));
}
