import { dropUndefined } from "../core/drop_undefined.ts";
import type { FieldSpec } from "../core/interaction.ts";
import type { OptionSpec, ParamType } from "../core/spec.ts";

/** What a caller is told of a field that a person has to fill in. */
export interface FieldSummary {
  readonly name: string;
  readonly type: ParamType;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
  /** Present only where it takes several values. */
  readonly multiple?: true;
  /** Present only where its value is never shown. */
  readonly secret?: true;
  readonly options?: readonly OptionSpec[];
}

/**
 * Sums up a field for a caller.
 *
 * @param field The field.
 * @returns What it is, without rules and defaults.
 */
export function toFieldSummary(field: FieldSpec): FieldSummary {
  const { name, type, title, description, required, multiple, secret, options } = field;
  return {
    name,
    type,
    ...dropUndefined({ title, description }),
    required,
    ...(multiple ? { multiple } : {}),
    ...(secret ? { secret } : {}),
    ...dropUndefined({ options }),
  };
}
