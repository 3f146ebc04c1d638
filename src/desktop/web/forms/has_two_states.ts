import type { ParamSpec } from "../../../core/spec.ts";

/**
 * Whether a param is a single box to tick. One that is required is no such box: not to tick it says no, and nobody is to say no
 * without meaning it.
 *
 * @param param The param.
 * @returns Whether it is.
 */
export function hasTwoStates({ type, multiple, required }: ParamSpec): boolean {
  return type === "boolean" && !multiple && !required;
}
