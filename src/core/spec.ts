/**
 * A workflow definition as plain data, checked and with every default filled in. This is what crosses from the run
 * worker to the host; schemas, the command line, forms and reports are all made from it.
 *
 * @module
 */

/** The type of a param. */
export type ParamType = "string" | "positional" | "number" | "boolean" | "checkboxes" | "file";

/** A single value of a param, as an MCP client or the command line gives it (a file is its absolute path). */
export type ScalarValue = string | number | boolean;

/** The value of a param: an array where the param is `multiple` or `checkboxes`. */
export type ParamValue = ScalarValue | readonly ScalarValue[];

/** One static choice. */
export interface OptionSpec {
  readonly value: string | number;
  readonly label?: string;
}

/** One param, checked. */
export interface ParamSpec {
  readonly name: string;
  readonly type: ParamType;
  readonly title?: string;
  readonly description?: string;
  /** Whether a call without it is refused; false where there is a default. */
  readonly required: boolean;
  /** Whether the value is an array; always true for `checkboxes`. */
  readonly multiple: boolean;
  readonly options?: readonly OptionSpec[];
  readonly default?: ParamValue;
  readonly format?: "date" | "date-time" | "time" | "email" | "uri";
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly integer?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** One entrypoint, checked. */
export interface EntrypointSpec {
  readonly id: string;
  /** Its title; the id where the author gave none. */
  readonly title: string;
  readonly description?: string;
  /** The working time limit in milliseconds. */
  readonly timeout: number;
  readonly annotations?: {
    readonly readOnly?: boolean;
    readonly destructive?: boolean;
    readonly idempotent?: boolean;
    readonly openWorld?: boolean;
  };
  /** Whether the entrypoint has `resolveParams`. */
  readonly dynamic: boolean;
  /** In declared order. */
  readonly params: readonly ParamSpec[];
}

/** A whole workflow, checked: its entrypoints in declared order. */
export interface WorkflowSpec {
  readonly entrypoints: readonly EntrypointSpec[];
}

/** The values of a call by param name: validated, defaults applied, files still paths. */
export type ParamValues = Readonly<Record<string, ParamValue>>;
