import { dropUndefined } from "../core/drop_undefined.ts";
import type { FieldSpec } from "../core/interaction.ts";
import type { OptionSpec, ParamValue, ScalarValue } from "../core/spec.ts";
import { TEXT_FORMATS } from "../core/text_formats.ts";

/** The formats that an elicitation may name; `time` is not one of them. */
const SHOWN_FORMATS = ["email", "uri", "date", "date-time"] as const;

/** The version from which on options have titles as `oneOf` and a person may choose several. */
const RICH_OPTIONS_SINCE = "2025-11-25";

/** A value and what people read for it. */
interface TitledOption {
  readonly const: string;
  readonly title: string;
}

/** A field of an elicitation, in the few forms that MCP has for one. */
export type FormProperty =
  & { readonly title?: string; readonly description?: string }
  & (
    | {
      readonly type: "string";
      readonly format?: typeof SHOWN_FORMATS[number];
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly default?: string;
    }
    | { readonly type: "string"; readonly oneOf: readonly TitledOption[]; readonly default?: string }
    | {
      readonly type: "string";
      readonly enum: readonly string[];
      /** Clients before 2025-11-25 know titles in this form only. */
      readonly enumNames?: readonly string[];
      readonly default?: string;
    }
    | {
      readonly type: "number" | "integer";
      readonly minimum?: number;
      readonly maximum?: number;
      readonly default?: number;
    }
    | { readonly type: "boolean"; readonly default?: boolean }
    | {
      readonly type: "array";
      readonly items:
        | { readonly type: "string"; readonly enum: readonly string[] }
        | { readonly anyOf: readonly TitledOption[] };
      readonly minItems?: number;
      readonly default?: readonly string[];
    }
  );

/** Options for {@linkcode formPropertyFault} and {@linkcode toFormProperty}. */
export interface FormPropertyOptions {
  /** The version of MCP that the client speaks. */
  readonly protocolVersion: string;
}

/**
 * Says why a client cannot show a field.
 *
 * @param field The field.
 * @param options What the client speaks.
 * @returns Words that follow the field's name, or `undefined` where it can.
 */
export function formPropertyFault(
  { type, secret, multiple, options }: FieldSpec,
  { protocolVersion }: FormPropertyOptions,
): string | undefined {
  if (secret) return "is secret, and a form would show it to the client";
  if (type === "file") return "takes a file";
  if (!multiple) return undefined;
  if (!options) return "takes several values without fixed options";
  if (protocolVersion >= RICH_OPTIONS_SINCE) return undefined;
  return `takes several values, which clients can show from MCP ${RICH_OPTIONS_SINCE} on; this one speaks ${protocolVersion}`;
}

/**
 * Puts a field in MCP's terms. Options are always texts there, also those that are numbers here.
 *
 * @param field A field without {@linkcode formPropertyFault}.
 * @param options What the client speaks.
 * @returns Its schema.
 */
export function toFormProperty(field: FieldSpec, { protocolVersion }: FormPropertyOptions): FormProperty {
  const labels = dropUndefined({ title: field.title, description: toDescription(field) });
  const isRich = protocolVersion >= RICH_OPTIONS_SINCE;
  return { ...labels, ...(field.multiple ? toMultiSelect(field) : toSingle(field, isRich)) };
}

/**
 * The text that stands for an option in a form.
 *
 * @param option The option.
 * @returns What the client sends for it.
 */
export function toOptionText({ value }: OptionSpec): string {
  return String(value);
}

function toSingle(field: FieldSpec, isRich: boolean): FormProperty {
  if (field.options) return toSelect(field, { options: field.options, isRich });
  const { type, minLength, maxLength, minimum, maximum, integer, default: fallback } = field;
  switch (type) {
    case "number":
      return {
        type: integer ? "integer" : "number",
        ...dropUndefined({ minimum, maximum, default: typeof fallback === "number" ? fallback : undefined }),
      };
    case "boolean":
      return {
        type: "boolean",
        ...dropUndefined({ default: typeof fallback === "boolean" ? fallback : undefined }),
      };
    default: {
      const format = SHOWN_FORMATS.find((shown) => shown === field.format);
      return {
        type: "string",
        ...dropUndefined({
          format,
          minLength,
          maxLength,
          default: typeof fallback === "string" ? fallback : undefined,
        }),
      };
    }
  }
}

function toSelect(
  field: FieldSpec,
  { options, isRich }: { readonly options: readonly OptionSpec[]; readonly isRich: boolean },
): FormProperty {
  const fallback = field.default === undefined ? {} : { default: String(field.default) };
  const values = options.map(toOptionText);
  if (!hasLabels(options)) return { type: "string", enum: values, ...fallback };
  return isRich ? { type: "string", oneOf: options.map(toTitled), ...fallback } : {
    type: "string",
    enum: values,
    enumNames: options.map((option) => toTitled(option).title),
    ...fallback,
  };
}

function toMultiSelect({ options = [], required, default: fallback }: FieldSpec): FormProperty {
  return {
    type: "array",
    items: hasLabels(options)
      ? { anyOf: options.map(toTitled) }
      : { type: "string", enum: options.map(toOptionText) },
    ...(required ? { minItems: 1 } : {}),
    ...(isList(fallback) ? { default: fallback.map(String) } : {}),
  };
}

function hasLabels(options: readonly OptionSpec[]): boolean {
  return options.some(({ label }) => label !== undefined);
}

function toTitled(option: OptionSpec): TitledOption {
  const text = toOptionText(option);
  // Some clients refuse an empty title.
  return { const: text, title: option.label ?? (text.trim() || "(empty)") };
}

/** What a form cannot demand it says in words; it is checked here all the same. */
function toDescription({ description, format, pattern, options }: FieldSpec): string | undefined {
  const sentences = [description];
  if (!options && format === "time") sentences.push(`Must be ${TEXT_FORMATS.time.meaning}`);
  if (!options && pattern !== undefined) sentences.push(`Must match the pattern ${pattern}`);
  return sentences.filter((sentence) => sentence !== undefined).map(endSentence).join(" ") || undefined;
}

function endSentence(text: string, index: number, all: readonly string[]): string {
  return index === all.length - 1 || /[.!?:;…。！？]$/u.test(text) ? text : `${text}.`;
}

function isList(value: ParamValue | undefined): value is readonly ScalarValue[] {
  return Array.isArray(value);
}
