import { showValue } from "../core/show_value.ts";
import type { EntrypointSpec, ParamSpec, ParamValue, ParamValues } from "../core/spec.ts";
import type { Fault } from "../errors.ts";
import { argumentsError } from "./_arguments_error.ts";
import { type Assignment, readOption } from "./_read_option.ts";

/**
 * Reads command-line arguments: what `encodeArgs` writes, and also `--name value` in two arguments (unless the value begins
 * with `--`), `--flag=true`, and positionals between options. `--no-name` is `false` for a boolean and the empty list for
 * whatever takes several. A positional may be given as `--name=value`; the others then keep their order.
 *
 * @param entrypoint The entrypoint.
 * @param argv The arguments that follow its id.
 * @returns The values that were given, in declared order, without defaults; a validator still has to pass them.
 * @throws {WorkflowError} `invalid_arguments` with every fault: an unknown option, a missing value, a param given twice,
 * no number, a flag with a value, too many positionals.
 *
 * @example
 * ```ts
 * import { parseDefinition } from "../core/parse_definition.ts";
 * import { decodeArgs } from "./decode_args.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const params = { text: { type: "positional" }, loud: { type: "boolean" }, n: { type: "number", multiple: true } };
 * const { entrypoints: [main] } = parseDefinition({ entrypoints: { main: { params, run: true } } });
 * assertEquals(
 *   main && decodeArgs(main, ["--n", "1", "--n=-2.5", "hello", "--loud"]),
 *   { text: "hello", n: [1, -2.5], loud: true },
 * );
 * ```
 */
export function decodeArgs(entrypoint: EntrypointSpec, argv: readonly string[]): ParamValues {
  const faults: Fault[] = [];
  const { assignments, operands } = readArgs(entrypoint, { argv, faults });
  const given = Map.groupBy(assignments, (assignment) => assignment.param);
  const values = new Map<ParamSpec, ParamValue>(takeOperands(entrypoint, { given, operands, faults }));
  for (const [param, ofParam] of given) values.set(param, toValue(param, { ofParam, faults }));
  if (faults.length > 0) throw argumentsError(entrypoint, faults);
  return Object.fromEntries(
    entrypoint.params.flatMap((param): [string, ParamValue][] => {
      const value = values.get(param);
      return value === undefined ? [] : [[param.name, value]];
    }),
  );
}

function readArgs(
  entrypoint: EntrypointSpec,
  { argv, faults }: { readonly argv: readonly string[]; readonly faults: Fault[] },
): { assignments: Assignment[]; operands: readonly string[] } {
  const assignments: Assignment[] = [];
  const operands: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const arg = argv[index] ?? "";
    if (arg === "--") return { assignments, operands: operands.concat(argv.slice(index + 1)) };
    if (arg === "-" || !arg.startsWith("-")) {
      operands.push(arg);
      continue;
    }
    const outcome = readOption(entrypoint, { arg, next: argv[index + 1] });
    if (outcome.usesNext) index++;
    if ("fault" in outcome) faults.push(outcome.fault);
    else assignments.push(outcome.assignment);
  }
  return { assignments, operands };
}

/** Hands the arguments without a name, in order, to the positionals that were not given by name. */
function takeOperands(
  { id, params }: EntrypointSpec,
  { given, operands, faults }: {
    readonly given: ReadonlyMap<ParamSpec, unknown>;
    readonly operands: readonly string[];
    readonly faults: Fault[];
  },
): [ParamSpec, ParamValue][] {
  const values: [ParamSpec, ParamValue][] = [];
  let next = 0;
  for (const param of params.filter(({ type }) => type === "positional")) {
    const operand = operands[next];
    if (given.has(param) || operand === undefined) continue;
    values.push([param, param.multiple ? operands.slice(next) : operand]);
    next = param.multiple ? operands.length : next + 1;
  }
  if (next < operands.length) {
    const taken = next === 0 ? `"${id}" takes no positional` : `"${id}" takes no more positionals`;
    faults.push({ path: "", reason: `unexpected argument ${showValue(operands[next])}; ${taken} here` });
  }
  return values;
}

function toValue(
  { name, multiple }: ParamSpec,
  { ofParam, faults }: { readonly ofParam: readonly Assignment[]; readonly faults: Fault[] },
): ParamValue {
  const items = ofParam.map(({ item }) => item).filter((item) => item !== undefined);
  if (multiple) {
    if (items.length > 0 && items.length < ofParam.length) {
      faults.push({ path: `--no-${name}`, reason: `contradicts --${name}, which is given too` });
    }
    return items;
  }
  if (items.length > 1) faults.push({ path: `--${name}`, reason: "is given more than once" });
  const [value = ""] = items; // A group has at least one item, and only of a list can it be the empty list.
  return value;
}
