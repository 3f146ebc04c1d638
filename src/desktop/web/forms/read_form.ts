import type { FieldSpec } from "../../../core/interaction.ts";
import type { ParamSpec, ParamValue, ScalarValue } from "../../../core/spec.ts";
import { toFieldName } from "./field_name.ts";
import { hasTwoStates } from "./has_two_states.ts";

/** What a person has entered, by param; texts stand where a number was to be and none was entered. */
export type EnteredValues = Readonly<Record<string, ParamValue>>;

/**
 * Reads what a person has entered into the form of some params. Nothing is checked: a number that is none stays a text, so that
 * the check can say so.
 *
 * @param params The params or fields.
 * @param form What the browser sent.
 * @returns The values; a param that was left empty is absent, an empty line of a list is none.
 */
export function readForm(params: readonly (ParamSpec | FieldSpec)[], form: FormData): EnteredValues {
  const entries = params.flatMap((param): [string, ParamValue][] => {
    const texts = form.getAll(toFieldName(param.name)).map(String);
    const value = param.multiple ? readList(param, texts) : readOne(param, texts);
    return value === undefined ? [] : [[param.name, value]];
  });
  return Object.fromEntries(entries);
}

function readList(param: ParamSpec, texts: readonly string[]): ParamValue | undefined {
  const items = texts.filter((text) => text !== "").map((text) => toScalar(param, text));
  // Where there is a default, an empty list has to be said.
  return items.length > 0 || param.default !== undefined ? items : undefined;
}

function readOne(param: ParamSpec, [text]: readonly string[]): ParamValue | undefined {
  if (hasTwoStates(param)) {
    if (text !== undefined) return true;
    return param.default === undefined ? undefined : false;
  }
  if (text === undefined) return undefined;
  if (text !== "") return toScalar(param, text);
  const isFreeText = (param.type === "string" || param.type === "positional") && !param.options &&
    !param.format;
  // Whoever empties a field that had a default means an empty text.
  return isFreeText && param.default !== undefined ? "" : undefined;
}

function toScalar({ type, options }: ParamSpec, text: string): ScalarValue {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (type !== "number") return normalizeBreaks(text);
  const option = options?.find(({ value }) => String(value) === text);
  if (option) return option.value;
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}

/** Browsers send each line break as CR LF. */
function normalizeBreaks(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
