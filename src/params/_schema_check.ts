import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { TEXT_FORMATS } from "../core/text_formats.ts";
import type { InputSchema } from "./input_schema.ts";

/** With more values than this, only the first fault is looked for: a list of millions must not become millions of faults. */
const MOST_VALUES = 1000;

/**
 * Compiles a published schema. This module loads ajv, so it is itself only imported when arguments are to be validated.
 *
 * @param schema The schema.
 * @returns A function that gives the errors of ajv for some arguments, none when they fit.
 */
export function compileSchemaCheck(schema: InputSchema): (args: unknown) => readonly ErrorObject[] {
  const check = compile(schema, { allErrors: false });
  let checkAll: ValidateFunction | undefined;
  return (args) => {
    if (check(args)) return [];
    if (countValues(args) > MOST_VALUES) return check.errors ?? [];
    checkAll ??= compile(schema, { allErrors: true });
    return checkAll(args) ? [] : checkAll.errors ?? [];
  };
}

function compile(schema: InputSchema, { allErrors }: { readonly allErrors: boolean }): ValidateFunction {
  const formats = Object.fromEntries(
    Object.entries(TEXT_FORMATS).map(([name, format]) => [name, format.accepts]),
  );
  return new Ajv2020({
    allErrors,
    formats,
    verbose: true,
    // `toString` is an allowed name of a param, and every object inherits one.
    ownProperties: true,
    strict: false,
    strictNumbers: true,
    // The schema is our own; compiling the one that schemas are checked with takes longer than all the rest.
    meta: false,
    validateSchema: false,
    logger: false,
  }).compile(schema);
}

function countValues(args: unknown): number {
  if (typeof args !== "object" || args === null) return 1;
  const values: unknown[] = Object.values(args);
  return values.reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);
}
