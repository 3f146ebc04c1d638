import type { OptionSpec, ParamSpec } from "../core/spec.ts";

/**
 * What the schema says about a param in words: the author's description, the labels of its options, and what a file is.
 *
 * @param param The param.
 * @returns The sentences, or `undefined` when there is nothing to say.
 */
export function toDescription(param: ParamSpec): string | undefined {
  const sentences = [param.description?.trim(), describeFile(param), describeOptions(param.options)]
    .filter((sentence) => sentence !== undefined);
  if (sentences.length === 0) return undefined;
  return sentences.slice(0, -1).map(endSentence).concat(sentences.slice(-1)).join(" ");
}

function describeFile({ type, multiple }: ParamSpec): string | undefined {
  if (type !== "file") return undefined;
  return multiple
    ? "Absolute paths of local files, each up to 50 MiB."
    : "Absolute path of a local file, up to 50 MiB.";
}

/** The values alone are in the schema's `enum`; only labels add something to them. */
function describeOptions(options: readonly OptionSpec[] | undefined): string | undefined {
  if (!options?.some((option) => option.label !== undefined)) return undefined;
  const words = options.map(({ value, label }) => {
    const word = /^[\w.+-]+$/.test(String(value)) ? String(value) : JSON.stringify(value);
    return label === undefined ? word : `${word} (${label})`;
  });
  return `Options: ${words.join(", ")}.`;
}

function endSentence(text: string): string {
  return /[.!?:;…。！？]$/u.test(text) ? text : `${text}.`;
}
