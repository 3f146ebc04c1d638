import { toPrintable } from "../printable.ts";
import type { Style } from "../style.ts";
import type { Finding, FindingLevel } from "./finding.ts";

/** How each level is shown. */
const MARKS: Readonly<Record<FindingLevel, (style: Style) => string>> = {
  ok: ({ green }) => green("ok     "),
  note: ({ blue }) => blue("note   "),
  warning: ({ yellow }) => yellow("warning"),
  broken: ({ red }) => red("BROKEN "),
};

const AREA_WIDTH = "permissions".length;

/**
 * Writes findings for people.
 *
 * @param findings The findings.
 * @param style How it may be coloured.
 * @returns The text: a finding a line, what to do about it below, and a summary at the end.
 */
export function renderFindings(findings: readonly Finding[], style: Style): string {
  const lines = findings.flatMap(({ level, area, message, mend }) => {
    const indent = " ".repeat("warning".length + AREA_WIDTH + 4);
    const text = toPrintable(message).replaceAll("\n", `\n${indent}`);
    return [
      `${MARKS[level](style)}  ${area.padEnd(AREA_WIDTH)}  ${text}`,
      ...(mend === undefined ? [] : [`${indent}${style.dim("->")} ${toPrintable(mend)}`]),
    ];
  });
  return `${lines.join("\n")}\n\n${summarize(findings)}\n`;
}

function summarize(findings: readonly Finding[]): string {
  const count = (level: FindingLevel) => findings.filter((finding) => finding.level === level).length;
  const [broken, warnings] = [count("broken"), count("warning")];
  const said = [
    ...(broken > 0 ? [broken === 1 ? "1 thing is broken" : `${broken} things are broken`] : []),
    ...(warnings > 0 ? [warnings === 1 ? "1 warning" : `${warnings} warnings`] : []),
  ];
  return said.length === 0 ? "All is well" : said.join(", ");
}
