import type { FieldSpec } from "../core/interaction.ts";
import { showValue } from "../core/show_value.ts";
import type { ParamValue } from "../core/spec.ts";
import { WorkflowError } from "../errors.ts";
import { decodeArgs } from "../params/decode_args.ts";

/** A value, or what is wrong with its text; the reason reads on from the field's name. */
export type DecodedField =
  | { readonly ok: true; readonly value: ParamValue }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the texts that were given for a field, by the rules of a param on the command line.
 *
 * @param field The field.
 * @param texts The texts: one, or any number where it takes several.
 * @returns The value, which a validator still has to pass.
 */
export function decodeField(field: FieldSpec, texts: readonly string[]): DecodedField {
  if (field.multiple && texts.length === 0) return { ok: true, value: [] };
  const untrue = field.type === "boolean" && texts.find((text) => text !== "true" && text !== "false");
  if (untrue !== false && untrue !== undefined) {
    return { ok: false, reason: `must be true or false; got ${showValue(untrue)}` };
  }
  const form = { id: field.name, title: "", timeout: 1, dynamic: false, params: [field] };
  try {
    const value = decodeArgs(form, texts.map((text) => `--${field.name}=${text}`))[field.name];
    return value === undefined ? { ok: false, reason: "is missing" } : { ok: true, value };
  } catch (error) {
    if (!(error instanceof WorkflowError) || error.code !== "invalid_arguments") throw error;
    return { ok: false, reason: error.faults.map(({ reason }) => reason).join(", and ") };
  }
}
