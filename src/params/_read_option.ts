import { showList } from "../core/show_list.ts";
import { showValue } from "../core/show_value.ts";
import type { EntrypointSpec, ParamSpec, ScalarValue } from "../core/spec.ts";
import type { Fault } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { parseNumber } from "./_parse_number.ts";

/** What one option gives a param: an item, or with `--no-name` the empty list. */
export interface Assignment {
  readonly param: ParamSpec;
  readonly item: ScalarValue | undefined;
}

/** What came of one option. */
export type OptionOutcome =
  & { readonly usesNext: boolean }
  & ({ readonly assignment: Assignment } | { readonly fault: Fault });

/** Where an option is read. */
export interface ReadOptionOptions {
  readonly arg: string;
  /** The argument after it, which is its value where none follows a `=`. */
  readonly next: string | undefined;
}

/**
 * Reads one argument that begins with `-`.
 *
 * @param entrypoint The entrypoint.
 * @param options The argument and the one after it.
 * @returns What it gives to which param, or what is wrong with it.
 */
export function readOption(
  entrypoint: EntrypointSpec,
  { arg, next }: ReadOptionOptions,
): OptionOutcome {
  const [name, text] = splitOption(arg);
  const path = /^--?[\w-]{1,64}$/.test(name) ? name : showValue(name);
  const fail = (reason: string, usesNext = false): OptionOutcome => ({ usesNext, fault: { path, reason } });
  const find = (option: string) => entrypoint.params.find((param) => `--${param.name}` === option);
  const param = find(name);
  if (param === undefined) {
    const negated = name.startsWith("--no-") ? find(`--${name.slice("--no-".length)}`) : undefined;
    if (negated === undefined || !isNegatable(negated)) return fail(unknownReason(entrypoint, name));
    if (text !== undefined) return fail(`takes no value; got ${showValue(text)}`);
    return { usesNext: false, assignment: { param: negated, item: negated.multiple ? undefined : false } };
  }
  if (param.type === "boolean") {
    const item = text === undefined ? true : parseBoolean(text);
    if (item === undefined) return fail(`takes no value but true or false; got ${showValue(text)}`);
    return { usesNext: false, assignment: { param, item } };
  }
  const usesNext = text === undefined;
  const value = text ?? (next?.startsWith("--") ? undefined : next);
  if (value === undefined) return fail(`needs a value; write --${param.name}=value`);
  const item = param.type === "number" ? parseNumber(value) : value;
  if (item === undefined) return fail(`needs a number such as 1.5; got ${showValue(value)}`, usesNext);
  return { usesNext, assignment: { param, item } };
}

function splitOption(arg: string): [name: string, text: string | undefined] {
  const end = arg.indexOf("=");
  return end === -1 ? [arg, undefined] : [arg.slice(0, end), arg.slice(end + 1)];
}

function isNegatable({ type, multiple }: ParamSpec): boolean {
  return multiple || type === "boolean";
}

function parseBoolean(text: string): boolean | undefined {
  return text === "true" || (text === "false" ? false : undefined);
}

function unknownReason({ id, params }: EntrypointSpec, name: string): string {
  if (!name.startsWith("--")) return 'is no option; a positional that begins with "-" goes after "--"';
  const prefix = name.startsWith("--no-") ? "--no-" : "--";
  const options = params.filter((param) => prefix === "--" || isNegatable(param));
  const meant = nearest(name, options.map((param) => `${prefix}${param.name}`)) ??
    nearest(name, params.map((param) => `--${param.name}`));
  if (meant !== undefined) return `is no option of "${id}"; did you mean ${meant}?`;
  const names = params.map((param) => param.name);
  return `is no option of "${id}"; its params are ${names.length === 0 ? "none" : showList(names)}`;
}
