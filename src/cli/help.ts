import { COMMANDS, type CommandSpec, LAUNCHER } from "./commands.ts";

/** How wide the help is at most, in characters. */
const WIDTH = 100;

/**
 * Writes the help.
 *
 * @param topic A command, or the first word of several; without one, the overview.
 * @returns The text, with a line break at its end.
 */
export function renderHelp(topic?: string): string {
  const spec = [...COMMANDS, LAUNCHER].find((command) => command.name === topic);
  if (spec) return renderCommand(spec);
  return renderOverview(COMMANDS.filter(({ name }) => topic === undefined || name.startsWith(`${topic} `)));
}

function renderOverview(commands: readonly CommandSpec[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    "Workflow Code turns a folder of TypeScript into tools for any MCP client.",
    "",
    "Usage: workflow-code <command> [options]",
    "",
    "Commands:",
    ...commands.map(({ name, help }) => renderRow(name.padEnd(width), help)),
    "",
    "`workflow-code <command> --help` says more; --version tells the version.",
    "",
  ].join("\n");
}

function renderCommand(spec: CommandSpec): string {
  const shown = spec.options.map(({ name, value }) =>
    value === undefined ? `--${name}` : `--${name} <${value}>`
  );
  const width = Math.max(...shown.map((text) => text.length));
  return [
    wrap(spec.help, WIDTH).join("\n"),
    "",
    `Usage: workflow-code ${spec.name} ${spec.usage}`,
    "",
    "Options:",
    ...spec.options.map(({ help }, index) => renderRow(shown[index]?.padEnd(width) ?? "", help)),
    "",
    "Examples:",
    ...spec.examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

/** A name and what it means, which goes on below itself. */
function renderRow(name: string, help: string): string {
  const indent = `  ${" ".repeat(name.length)}  `;
  return `  ${name}  ${wrap(help, WIDTH - indent.length).join(`\n${indent}`)}`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
