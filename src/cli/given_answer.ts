import { showValue } from "../core/show_value.ts";
import { WorkflowError } from "../errors.ts";
import type { OptionValues } from "./option_values.ts";

/** What a command line answers, before it is known what is asked. */
export type GivenAnswer =
  | { readonly action: "decline" }
  | {
    readonly action: "accept";
    /** The texts of `--answer` by field, in order. */
    readonly texts: ReadonlyMap<string, readonly string[]>;
    /** The values of `--answers` by field. */
    readonly values: Readonly<Record<string, unknown>>;
  };

/** Options for {@linkcode readGivenAnswer}. */
export interface ReadGivenAnswerOptions {
  /** Reads all of stdin, for `--answers=-`. */
  readonly readStdin: () => Promise<string>;
}

/**
 * Reads the answer that a command line gives.
 *
 * @param options The options of the command line.
 * @param sources Where what is not on the command line comes from.
 * @returns The answer, or undefined if there is none.
 * @throws {WorkflowError} `usage` if it is written wrong or contradicts itself. No value is told.
 */
export async function readGivenAnswer(
  options: OptionValues,
  { readStdin }: ReadGivenAnswerOptions,
): Promise<GivenAnswer | undefined> {
  const pairs = options.get("answer") ?? [];
  const [json] = options.get("answers") ?? [];
  if (options.has("decline")) {
    if (pairs.length > 0 || json !== undefined) {
      throw usage("--decline contradicts the answer that is given too");
    }
    return { action: "decline" };
  }
  if (pairs.length === 0 && json === undefined) return undefined;
  const texts = Map.groupBy(pairs.map(splitPair), ([name]) => name);
  const values = json === undefined ? {} : parseValues(json === "-" ? await readStdin() : json);
  const twice = texts.keys().find((name) => Object.hasOwn(values, name));
  if (twice !== undefined) throw usage(`${showValue(twice)} is given by both --answer and --answers`);
  return {
    action: "accept",
    texts: new Map(texts.entries().map(([name, entries]) => [name, entries.map(([, text]) => text)])),
    values,
  };
}

function splitPair(pair: string): readonly [name: string, text: string] {
  const end = pair.indexOf("=");
  // What has no name could be a password.
  if (end < 1) throw usage("--answer must be field=value, found no name of a field before a =");
  return [pair.slice(0, end), pair.slice(end + 1)];
}

function parseValues(json: string): Readonly<Record<string, unknown>> {
  let values: unknown;
  try {
    values = JSON.parse(json);
  } catch {
    // The parser's words quote what it found.
    throw usage("--answers must be a JSON object, found no JSON");
  }
  if (typeof values === "object" && values !== null && !Array.isArray(values)) {
    return values as Record<string, unknown>;
  }
  const found = typeof values === "object" ? showValue(values) : `a value of type ${typeof values}`;
  throw usage(`--answers must be a JSON object, found ${found}`);
}

function usage(message: string): WorkflowError {
  return new WorkflowError("usage", message);
}
