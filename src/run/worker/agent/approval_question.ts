/** As much as a person is shown of one argument, in characters. */
const LONGEST_ARGUMENT = 1_500;
/** As many arguments as a person is shown. */
const MOST_ARGUMENTS = 40;

/** What a text could use to look like another: all that is not seen, but the line break and what joins emoji. */
const MISLEADING = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Asks a person about a call of a tool: which tool, and with what. Nothing that a model writes can pass for another argument,
 * and what is left out is said.
 *
 * @param name The tool's name.
 * @param args The arguments.
 * @returns The question, for `ctx.approve`.
 */
export function toApprovalQuestion(name: string, args: unknown): { title: string; detail: string } {
  const entries = typeof args === "object" && args !== null ? Object.entries(args) : [];
  const lines = entries.slice(0, MOST_ARGUMENTS).map(([key, value]) => `${toKey(key)}: ${show(value)}`);
  const more = entries.length - lines.length;
  return {
    title: `May the agent call ${name}?`,
    detail: [
      ...(lines.length === 0 ? ["It takes no arguments."] : lines),
      ...(more > 0 ? [`(${more} more arguments, which are not shown)`] : []),
    ].join("\n"),
  };
}

function toKey(key: string): string {
  return /^[\w-]{1,64}$/.test(key) ? key : escape(JSON.stringify(key));
}

function show(value: unknown): string {
  const text = typeof value === "string" && value.includes("\n")
    // Set off, so that no line of it looks like the next argument.
    ? `\n${value}`.replaceAll("\n", "\n  | ")
    : JSON.stringify(value) ?? "nothing";
  const more = text.length - LONGEST_ARGUMENT;
  const shown = more > 0 ? text.slice(0, LONGEST_ARGUMENT).replace(/[\ud800-\udbff]$/, "") : text;
  return escape(shown) + (more > 0 ? `… (${more} more characters, which are not shown)` : "");
}

function escape(text: string): string {
  return text.replace(MISLEADING, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
}
