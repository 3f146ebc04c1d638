/**
 * Checks arguments against the schema of a tool. This module loads ajv, so it is itself only imported when there are arguments
 * to check.
 *
 * @module
 */
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";

const OPTIONS: Options = {
  allErrors: true,
  verbose: true,
  formats: fullFormats,
  strict: false,
  // The schemas are other people's: whether they are good ones is not for us to say, only whether they can be used.
  validateSchema: false,
  meta: false,
  addUsedSchema: false,
  logger: false,
};

/**
 * Compiles the schema of a tool: by the dialect that its `$schema` names, else by 2020-12, else by draft-07, which reads some
 * older words; then once more with regular expressions that are none with the `u` flag.
 *
 * @param schema The schema.
 * @returns A function that gives what ajv has against some arguments; `undefined` when the schema cannot be used.
 */
export function compileSchema(
  schema: Readonly<Record<string, unknown>>,
): ((args: unknown) => readonly ErrorObject[]) | undefined {
  const { $schema, ...rest } = schema;
  for (const unicodeRegExp of [true, false]) {
    for (const Dialect of dialectsOf($schema)) {
      const check = compile(rest, { Dialect, unicodeRegExp });
      if (check !== undefined) return (args) => check(args) ? [] : check.errors ?? [];
    }
  }
  return undefined;
}

type Dialect = typeof Ajv | typeof Ajv2019 | typeof Ajv2020;

function dialectsOf($schema: unknown): Dialect[] {
  if (typeof $schema !== "string") return [Ajv2020, Ajv];
  if (/draft-0\d/.test($schema)) return [Ajv];
  return $schema.includes("2019-09") ? [Ajv2019] : [Ajv2020];
}

/** In an instance of its own: two schemas of a server may have the same `$id`. */
function compile(
  schema: Readonly<Record<string, unknown>>,
  { Dialect, unicodeRegExp }: { readonly Dialect: Dialect; readonly unicodeRegExp: boolean },
): ValidateFunction | undefined {
  try {
    return new Dialect({ ...OPTIONS, unicodeRegExp }).compile(schema);
  } catch {
    return undefined; // Such as a reference to another place, which is not fetched.
  }
}
