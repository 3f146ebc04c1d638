/** One import in a file. */
export interface ImportSite {
  specifier: string;
  /** Counted from 1. */
  line: number;
}

/** `import ... from "x"`, `export ... from "x"`, `import "x"`: deno fmt begins each at the start of a line. */
const STATEMENT = /^(?:import|export)\b(?:[^;"'`]*?\bfrom)?\s*(["'])([^"'\n]+)\1/gm;

/** `import("x")`, in code and in types. */
const CALL = /\bimport\(\s*(["'])([^"'\n]+)\1/g;

/**
 * The imports of a module, of values and of types.
 *
 * @param text The source.
 * @returns Each import, in the order of their lines.
 */
export function findImports(text: string): ImportSite[] {
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, ""); // Examples in comments import as well.
  return [...code.matchAll(STATEMENT), ...code.matchAll(CALL)]
    .map((match) => ({
      specifier: match[2] ?? "",
      line: code.slice(0, match.index + match[0].length).split("\n").length,
    }))
    .sort((a, b) => a.line - b.line);
}
