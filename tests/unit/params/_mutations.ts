// Arguments that break exactly one rule, made from arguments that fit.
import type { EntrypointSpec, ParamSpec, ParamValues } from "../../../src/core/spec.ts";

/** Arguments that must be refused, and the path of the fault. */
export interface Mutation {
  readonly args: unknown;
  readonly path: string;
}

/** Every mutation that the rules of the entrypoint allow. */
export function mutationsOf(entrypoint: EntrypointSpec, args: ParamValues): Mutation[] {
  return [
    { args: { ...args, "not a param": 1 }, path: '["not a param"]' },
    { args: withOwn(args, { name: "__proto__", value: 1 }), path: "__proto__" },
    ...entrypoint.params.flatMap((param) => mutationsOfParam(param, args)),
  ];
}

function mutationsOfParam(param: ParamSpec, args: ParamValues): Mutation[] {
  const { name, multiple, required } = param;
  const replaced = (value: unknown, path = name) => ({ args: withOwn(args, { name, value }), path });
  const items = brokenScalars(param);
  const isSet = param.type === "checkboxes";
  const repeated = param.options?.[0]?.value ?? "a";
  return [
    ...(required ? [{ args: without(args, name), path: name }] : []),
    ...(multiple
      ? [...items.map((item) => replaced([item], `${name}[0]`)), replaced(goodScalar(param)), replaced({})]
      : [...items.map((item) => replaced(item)), replaced([goodScalar(param)])]),
    ...(multiple && required ? [replaced([])] : []),
    ...(isSet ? [replaced([repeated, repeated])] : []),
  ];
}

function brokenScalars(param: ParamSpec): unknown[] {
  const { type, options, minLength, maxLength, pattern, format, minimum, maximum, integer } = param;
  const mistyped = [null, {}, ...["a", 1, true].filter((value) => typeof value !== typeof goodScalar(param))];
  const broken: unknown[] = [
    ...(options ? [type === "number" ? 0.123456789 : "not an option at all"] : []),
    ...(minLength ? ["x".repeat(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)]),
    ...(pattern ? ["NOT!"] : []),
    ...(format ? ["not at all"] : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(integer ? [0.5] : []),
    ...(type === "file"
      ? ["", "a.txt", "./a", "~/a", "~", "file:///a", "https://a/b", "data:,x", "/a\0b"]
      : []),
  ];
  return [...mistyped, ...broken];
}

function goodScalar({ type }: ParamSpec): unknown {
  if (type === "number") return 1;
  return type === "boolean" ? true : "/a";
}

function without(args: ParamValues, name: string): unknown {
  return Object.fromEntries(Object.entries(args).filter(([key]) => key !== name));
}

/** A copy with an own property, also one called `__proto__`. */
function withOwn(args: ParamValues, { name, value }: { name: string; value: unknown }): unknown {
  return Object.fromEntries([...Object.entries(args).filter(([key]) => key !== name), [name, value]]);
}
