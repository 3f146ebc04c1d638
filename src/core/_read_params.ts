import { ObjectReader, type Place } from "./_object_reader.ts";
import { readParam } from "./_read_param.ts";
import { showValue } from "./show_value.ts";
import type { ParamSpec } from "./spec.ts";

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Names that mean something else on every object. */
const RESERVED: ReadonlySet<string> = new Set(["constructor", "prototype", "__proto__"]);

/**
 * Reads a set of params.
 *
 * @param value The params by name as the author wrote them.
 * @param place Where they are.
 * @returns The params without fault, in declared order.
 */
export function readParams(value: unknown, place: Place): ParamSpec[] {
  const reader = ObjectReader.open(value, place);
  if (reader === undefined) return [];
  const params = reader.keys.flatMap((name): ParamSpec[] => {
    const reason = nameFault(name);
    if (reason !== undefined) reader.addFault(name, reason);
    const param = readParam(reader.get(name), { name, ...reader.placeOf(name) });
    return param === undefined ? [] : [param];
  });
  checkPositionals(params, reader);
  return params;
}

function nameFault(name: string): string | undefined {
  if (!NAME.test(name)) return `expected a name that matches ${NAME.source}, found ${showValue(name)}`;
  if (name.startsWith("no-")) return 'expected a name that does not begin with "no-", which negates a flag';
  return RESERVED.has(name) ? "expected another name, this one is reserved" : undefined;
}

/** What takes all that remain on the command line leaves nothing to a positional after it. */
function checkPositionals(params: readonly ParamSpec[], reader: ObjectReader): void {
  const positionals = params.filter((param) => param.type === "positional");
  positionals.forEach((param, index) => {
    const next = positionals[index + 1];
    if (!param.multiple || next === undefined) return;
    reader.addFault(
      param.name,
      `expected a positional with "multiple" to be the last one, found "${next.name}" after it`,
    );
  });
}
