import type { FieldSpec } from "../../../core/interaction.ts";
import type { OptionSpec, ParamSpec, ParamValue } from "../../../core/spec.ts";

/** One param or field of a form, and what is known of it. */
export interface FieldProps {
  readonly param: ParamSpec | FieldSpec;
  /** What stands in it. */
  readonly value?: ParamValue | undefined;
  /** Its choices, where they are others than the static ones. */
  readonly options?: readonly OptionSpec[] | undefined;
  /** What is wrong with it. */
  readonly fault?: string | undefined;
  /** How many empty lines a list shows. @default 1 */
  readonly more?: number;
  /** Begins the ids of the form's elements. */
  readonly form: string;
}

/** What a control needs of its field. */
export interface ControlProps extends FieldProps {
  readonly id: string;
  readonly name: string;
  /** The id of what describes it. */
  readonly describedBy: string | undefined;
}
