import type {
  EntrypointSpec,
  OptionSpec,
  ParamSpec,
  ParamType,
  ParamValue,
  ParamValues,
  ScalarValue,
} from "../../core/spec.ts";
import {
  boolean,
  list,
  number,
  object,
  oneOrMore,
  optional,
  type Reader,
  record,
  type Shape,
  ShapeError,
  text,
  word,
} from "./_shape.ts";

const scalar: Reader<ScalarValue> = (value, path) => {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  throw new ShapeError(`${path}: expected a text, a number, true or false`);
};

const textOrNumber: Reader<string | number> = (value, path) => {
  if (typeof value === "string" || typeof value === "number") return value;
  throw new ShapeError(`${path}: expected a text or a number`);
};

const paramValue: Reader<ParamValue> = oneOrMore(scalar);

/** Reads the values of a call or of a form. */
export const paramValues: Reader<ParamValues> = record(paramValue);

/** The properties of a param. */
export const PARAM: Shape<ParamSpec> = {
  name: text,
  type: word<ParamType>({
    string: true,
    positional: true,
    number: true,
    boolean: true,
    checkboxes: true,
    file: true,
  }),
  title: optional(text),
  description: optional(text),
  required: boolean,
  multiple: boolean,
  options: optional(list(object<OptionSpec>({ value: textOrNumber, label: optional(text) }))),
  default: optional(paramValue),
  format: optional(
    word<NonNullable<ParamSpec["format"]>>({
      date: true,
      "date-time": true,
      time: true,
      email: true,
      uri: true,
    }),
  ),
  minLength: optional(number),
  maxLength: optional(number),
  pattern: optional(text),
  integer: optional(boolean),
  minimum: optional(number),
  maximum: optional(number),
};

/** Reads an entrypoint. */
export const entrypoint: Reader<EntrypointSpec> = object<EntrypointSpec>({
  id: text,
  title: text,
  description: optional(text),
  timeout: number,
  annotations: optional(
    object<NonNullable<EntrypointSpec["annotations"]>>({
      readOnly: optional(boolean),
      destructive: optional(boolean),
      idempotent: optional(boolean),
      openWorld: optional(boolean),
    }),
  ),
  dynamic: boolean,
  params: list(object<ParamSpec>(PARAM)),
});
