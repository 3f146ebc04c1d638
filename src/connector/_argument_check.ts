import { showValue } from "../core/show_value.ts";
import { createSchemaCheck, type SchemaCheck } from "./schema_check.ts";

/** Gives what is wrong with some arguments, a sentence for each fault; none when they fit. */
export type ArgumentCheck = (args: unknown) => Promise<readonly string[]>;

/**
 * Makes the check of a tool's arguments. ajv is loaded and the schema compiled by the first use.
 *
 * @param schema The tool's schema. One that cannot be used, because it refers to another place for example, is left to the
 * server.
 * @returns The check.
 */
export function createArgumentCheck(schema: Readonly<Record<string, unknown>>): ArgumentCheck {
  let compiling: Promise<SchemaCheck | undefined> | undefined;
  return async (args) => {
    if (typeof args !== "object" || args === null || Array.isArray(args)) {
      return [`the arguments must be an object, found ${showValue(args)}`];
    }
    compiling ??= createSchemaCheck(schema, "the arguments");
    return (await compiling)?.(args) ?? [];
  };
}
