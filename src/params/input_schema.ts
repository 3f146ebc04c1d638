import { dropUndefined } from "../core/drop_undefined.ts";
import type { EntrypointSpec, ParamSpec, ParamValue } from "../core/spec.ts";
import { toDescription } from "./_description.ts";

/** The schema of a single value. */
export interface ScalarSchema {
  readonly title?: string;
  readonly description?: string;
  readonly type: "string" | "number" | "integer" | "boolean";
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: ParamValue;
}

/** The schema of a list. */
export interface ArraySchema {
  readonly title?: string;
  readonly description?: string;
  readonly type: "array";
  readonly items: ScalarSchema;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly default?: ParamValue;
}

/** The JSON Schema of an entrypoint's arguments. */
export interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, ScalarSchema | ArraySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/**
 * Makes the schema that is published for an entrypoint and that its arguments are validated against. It means the same in
 * draft 2020-12 and in draft 07, and keeps to what every client takes: a plain root object, one `type` each, every array
 * with `items`, no references, no alternatives, no empty description.
 *
 * @param entrypoint The entrypoint.
 * @returns Plain JSON, the same keys in the same order every time; properties in declared order.
 *
 * @example
 * ```ts
 * import { parseDefinition } from "../core/parse_definition.ts";
 * import { toInputSchema } from "./input_schema.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const { entrypoints: [main] } = parseDefinition({
 *   entrypoints: { main: { params: { name: { type: "string", required: true } }, run: true } },
 * });
 * assertEquals(main && toInputSchema(main), {
 *   type: "object",
 *   properties: { name: { type: "string" } },
 *   required: ["name"],
 *   additionalProperties: false,
 * });
 * ```
 */
export function toInputSchema(entrypoint: EntrypointSpec): InputSchema {
  const required = entrypoint.params.filter((param) => param.required).map((param) => param.name);
  return {
    type: "object",
    properties: Object.fromEntries(entrypoint.params.map((param) => [param.name, toPropertySchema(param)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function toPropertySchema(param: ParamSpec): ScalarSchema | ArraySchema {
  const labels = dropUndefined({ title: param.title, description: toDescription(param) });
  const fallback = dropUndefined({ default: param.default });
  if (!param.multiple) return { ...labels, ...toScalarSchema(param), ...fallback };
  return {
    ...labels,
    type: "array",
    items: toScalarSchema(param),
    ...(param.required ? { minItems: 1 } : {}),
    ...(param.type === "checkboxes" ? { uniqueItems: true } : {}),
    ...fallback,
  };
}

function toScalarSchema(param: ParamSpec): ScalarSchema {
  return {
    type: toScalarType(param),
    ...dropUndefined({
      format: param.format,
      enum: param.options?.map((option) => option.value),
      minLength: param.minLength,
      maxLength: param.maxLength,
      pattern: param.pattern,
      minimum: param.minimum,
      maximum: param.maximum,
    }),
  };
}

function toScalarType({ type, integer }: ParamSpec): ScalarSchema["type"] {
  if (type === "number") return integer ? "integer" : "number";
  return type === "boolean" ? "boolean" : "string";
}
