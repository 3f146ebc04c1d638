import type { EntrypointSpec, ParamSpec, ParamValue, ParamValues, ScalarValue } from "../core/spec.ts";

/**
 * Writes values as command-line arguments; `decodeArgs` reads them back. Options come first, as `--name=value` always in
 * one argument, then the positionals, after `--` where one begins with `-`. A positional after an absent one is written
 * as an option, and an empty list as `--no-name` where its absence would mean the default.
 *
 * @param entrypoint The entrypoint.
 * @param values Valid values; a param without one is left out.
 * @returns The arguments that follow the entrypoint's id.
 *
 * @example
 * ```ts
 * import { parseDefinition } from "../core/parse_definition.ts";
 * import { encodeArgs } from "./encode_args.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const params = { text: { type: "positional" }, loud: { type: "boolean" }, n: { type: "number", multiple: true } };
 * const { entrypoints: [main] } = parseDefinition({ entrypoints: { main: { params, run: true } } });
 * assertEquals(
 *   main && encodeArgs(main, { text: "-x", loud: false, n: [1, -2.5] }),
 *   ["--no-loud", "--n=1", "--n=-2.5", "--", "-x"],
 * );
 * ```
 */
export function encodeArgs(entrypoint: EntrypointSpec, values: ParamValues): string[] {
  // Arguments are added one by one: spreading a list of a hundred thousand into a call overflows the stack.
  const options: string[] = [];
  const positionals: string[] = [];
  let isBehindGap = false;
  for (const param of entrypoint.params) {
    const value = Object.hasOwn(values, param.name) ? values[param.name] : undefined;
    const isGiven = value !== undefined && !(Array.isArray(value) && value.length === 0);
    if (param.type !== "positional" || isBehindGap || !isGiven) {
      addOption(options, { param, value });
      if (param.type === "positional") isBehindGap = true;
    } else {
      for (const item of toItems(value)) positionals.push(String(item));
    }
  }
  if (positionals.some((text) => text.startsWith("-"))) options.push("--");
  return options.concat(positionals);
}

function addOption(
  options: string[],
  { param, value }: { readonly param: ParamSpec; readonly value: ParamValue | undefined },
): void {
  const { name, type, multiple } = param;
  if (value === undefined) return;
  if (type === "boolean" && !multiple) {
    options.push(value ? `--${name}` : `--no-${name}`);
    return;
  }
  const items = toItems(value);
  if (items.length === 0 && param.default !== undefined) options.push(`--no-${name}`);
  for (const item of items) options.push(`--${name}=${toText(item)}`);
}

function toItems(value: ParamValue): readonly ScalarValue[] {
  return typeof value === "object" ? value : [value];
}

function toText(value: ScalarValue): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
