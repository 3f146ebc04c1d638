import type { FieldSpec } from "../../core/interaction.ts";
import type { OptionSpec } from "../../core/spec.ts";

/** What a person typed for a field. */
export type FieldEntry =
  /** Nothing: the field keeps its default, or is left out. */
  | { readonly kind: "left" }
  /** The texts of its values, none for an empty list. */
  | { readonly kind: "texts"; readonly texts: readonly string[] }
  /** Something that is no answer, with a sentence that says why. */
  | { readonly kind: "fault"; readonly reason: string };

/** How an empty list is typed where an empty line stands for the default. */
export const NONE = "-";

/** What stands for yes and for no. */
const TRUTHS: ReadonlyMap<string, string> = new Map([
  ["yes", "true"],
  ["y", "true"],
  ["true", "true"],
  ["no", "false"],
  ["n", "false"],
  ["false", "false"],
]);

/**
 * Makes sense of what a person typed for a field.
 *
 * @param field The field.
 * @param lines The lines: one, or any number for one that takes several free values.
 * @returns What was meant.
 */
export function readEntry(field: FieldSpec, lines: readonly string[]): FieldEntry {
  const { options, multiple, type } = field;
  const [line = ""] = lines;
  if (lines.length <= 1 && line.trim() === "" && (line === "" || options || type === "boolean")) {
    return { kind: "left" };
  }
  if (multiple && lines.length === 1 && line.trim() === NONE) return { kind: "texts", texts: [] };
  if (options) return readChoices(options, multiple ? line.split(",") : [line]);
  if (type === "boolean") return readTruths(lines);
  return { kind: "texts", texts: lines };
}

function readChoices(options: readonly OptionSpec[], words: readonly string[]): FieldEntry {
  const texts: string[] = [];
  for (const word of words.map((one) => one.trim())) {
    const option = findOption(options, word);
    if (!option) {
      return {
        kind: "fault",
        reason: `Type a number from 1 to ${options.length}, found ${JSON.stringify(word)}.`,
      };
    }
    texts.push(String(option.value));
  }
  return { kind: "texts", texts };
}

/** By its number in the list, which is what was asked for; else as it is written there. */
function findOption(options: readonly OptionSpec[], word: string): OptionSpec | undefined {
  const numbered = /^\d+$/.test(word) ? options[Number(word) - 1] : undefined;
  return numbered ?? options.find(({ value, label }) => String(value) === word || label === word);
}

function readTruths(lines: readonly string[]): FieldEntry {
  const texts: string[] = [];
  for (const line of lines) {
    const truth = TRUTHS.get(line.trim().toLowerCase());
    if (!truth) return { kind: "fault", reason: "Type yes or no." };
    texts.push(truth);
  }
  return { kind: "texts", texts };
}
