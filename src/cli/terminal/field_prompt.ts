import type { FieldSpec } from "../../core/interaction.ts";
import type { OptionSpec, ParamValue, ScalarValue } from "../../core/spec.ts";
import { TEXT_FORMATS } from "../../core/text_formats.ts";
import { NONE } from "./field_entry.ts";
import { toPrintable } from "../printable.ts";

/** How a field is shown on a terminal. */
export interface FieldPrompt {
  /** What is shown once, with its line breaks; may be empty. */
  readonly intro: string;
  /** What is shown before each line that is typed. */
  readonly prompt: string;
  /** Whether lines are typed until an empty one. */
  readonly takesLines: boolean;
}

/** Options for {@linkcode toFieldPrompt}. */
export interface FieldPromptOptions {
  /** Whether a file may be given by a path from the working directory. @default false */
  readonly takesRelativePaths?: boolean;
}

/**
 * Says how a field is asked on a terminal.
 *
 * @param field The field.
 * @param options How files are given.
 * @returns Its texts.
 */
export function toFieldPrompt(
  field: FieldSpec,
  { takesRelativePaths = false }: FieldPromptOptions = {},
): FieldPrompt {
  const { name, title = name, description, options, multiple } = field;
  const hints = [describeValue(field, takesRelativePaths), describeEmpty(field)].filter((hint) => hint !== "")
    .join("; ");
  const label = hints === "" ? title : `${title} (${hints})`;
  const head = description === undefined ? "" : `${description}\n`;
  const choices = options?.map(toChoice).join("") ?? "";
  const takesLines = multiple && !options;
  return {
    intro: toPrintable(takesLines ? `${head}${label}\n` : head + choices),
    prompt: takesLines ? "> " : `${toPrintable(label)}: `,
    takesLines,
  };
}

function toChoice({ value, label }: OptionSpec, index: number): string {
  const shown = label === undefined || label === String(value) ? String(value) : `${label} (${value})`;
  return `  ${index + 1}. ${shown}\n`;
}

function describeValue(field: FieldSpec, takesRelativePaths: boolean): string {
  const { type, options, multiple, secret } = field;
  const hidden = secret ? "not shown, " : "";
  if (options) {
    return `${hidden}${
      multiple ? `numbers from 1 to ${options.length}, with commas` : `1 to ${options.length}`
    }`;
  }
  const each = multiple ? ", one a line, an empty line ends" : "";
  switch (type) {
    case "boolean":
      return `${hidden}yes or no${each}`;
    case "number":
      return `${hidden}${describeNumber(field)}${each}`;
    case "file":
      return `${hidden}${takesRelativePaths ? "path" : "absolute path"} of a file${each}`;
    default: {
      const text = field.format ? TEXT_FORMATS[field.format].meaning : "";
      return `${hidden}${text}${each}`.replace(/^, |, $/g, "");
    }
  }
}

function describeNumber({ integer, minimum, maximum }: FieldSpec): string {
  const kind = integer ? "a whole number" : "a number";
  if (minimum === undefined) return maximum === undefined ? kind : `${kind} of at most ${maximum}`;
  return maximum === undefined ? `${kind} of at least ${minimum}` : `${kind} from ${minimum} to ${maximum}`;
}

/** What an empty line stands for. */
function describeEmpty(field: FieldSpec): string {
  const { required, multiple, secret } = field;
  if (required) return "";
  if (field.default === undefined) return "optional";
  const none = multiple ? `, ${NONE} for none` : "";
  return secret ? `Enter keeps the default${none}` : `Enter for ${showDefault(field, field.default)}${none}`;
}

function showDefault({ type, options }: FieldSpec, value: ParamValue): string {
  const show = (one: ScalarValue): string => {
    if (type === "boolean") return one === true ? "yes" : "no";
    const index = options?.findIndex((option) => option.value === one) ?? -1;
    return index < 0 ? String(one) : String(index + 1);
  };
  const values: readonly ScalarValue[] = Array.isArray(value) ? value : [value];
  return values.length === 0 ? "none" : values.map(show).join(",");
}
