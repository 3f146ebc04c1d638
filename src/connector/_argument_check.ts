import type { ErrorObject } from "ajv";
import { joinPath } from "../core/fault_path.ts";
import { showList } from "../core/show_list.ts";
import { showValue } from "../core/show_value.ts";

/** A model that is told more than this at once does not mend more. */
const MOST_FAULTS = 10;

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
  let compiling: Promise<(args: unknown) => readonly ErrorObject[]> | undefined;
  return async (args) => {
    if (typeof args !== "object" || args === null || Array.isArray(args)) {
      return [`the arguments must be an object, found ${showValue(args)}`];
    }
    compiling ??= compile(schema);
    return toFaults((await compiling)(args));
  };
}

async function compile(
  schema: Readonly<Record<string, unknown>>,
): Promise<(args: unknown) => readonly ErrorObject[]> {
  const { compileSchema } = await import("./_ajv.ts");
  return compileSchema(schema) ?? (() => []);
}

function toFaults(errors: readonly ErrorObject[]): readonly string[] {
  // What a branch has against them only distracts: the choice itself is an error as well.
  const faults = errors.filter(({ schemaPath }) => !/\/(?:anyOf|oneOf|if|then|else)\/./.test(schemaPath));
  const sentences = [...new Set((faults.length > 0 ? faults : errors).map(toSentence))];
  const more = sentences.length - MOST_FAULTS;
  return more > 0 ? [...sentences.slice(0, MOST_FAULTS), `and ${more} more`] : sentences;
}

function toSentence({ instancePath, keyword, params, message, data }: ErrorObject): string {
  const path = toPath(instancePath);
  switch (keyword) {
    case "required":
      return `${joinPath(path, String(params.missingProperty))} is missing`;
    case "additionalProperties":
      return `${joinPath(path, String(params.additionalProperty))} is not known`;
    case "enum":
      return `${path} must be one of ${showList(params.allowedValues)}, found ${showValue(data)}`;
    case "const":
      return `${path} must be ${showValue(params.allowedValue)}, found ${showValue(data)}`;
    default:
      return `${path || "the arguments"} ${message ?? `fail ${keyword}`}, found ${showValue(data)}`;
  }
}

/** From a JSON Pointer such as `/items/0/name`. */
function toPath(pointer: string): string {
  const parts = pointer.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return parts.reduce((path, part) => joinPath(path, /^\d+$/.test(part) ? Number(part) : part), "");
}
