import type { OptionValues } from "./option_values.ts";
/** Colours for people, or none. */
export interface Style {
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly blue: (text: string) => string;
}

/** Where colours would go. */
export interface StyleOptions {
  /** Whether a person sees it. */
  readonly isTerminal: boolean;
  /** The options of the command line. */
  readonly options: OptionValues;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Chooses whether there are colours: only on a terminal that knows them, and not where `NO_COLOR` or `--no-color` says so.
 *
 * @param where Where they would go.
 * @returns Functions that colour a text, or leave it as it is.
 */
export function createStyle({ isTerminal, options, env }: StyleOptions): Style {
  const isColoured = isTerminal && !options.has("no-color") && !env.NO_COLOR && env.TERM !== "dumb";
  const wrap = (on: number, off: number) => (text: string) =>
    isColoured && text !== "" ? `\x1b[${on}m${text}\x1b[${off}m` : text;
  return {
    dim: wrap(2, 22),
    bold: wrap(1, 22),
    red: wrap(31, 39),
    green: wrap(32, 39),
    yellow: wrap(33, 39),
    blue: wrap(34, 39),
  };
}
