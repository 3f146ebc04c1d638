import { type CommandName, COMMANDS, type CommandSpec } from "./commands.ts";

/**
 * Writes the help.
 *
 * @param topic A command; without one, the overview.
 * @returns The text, with a line break at its end.
 */
export function renderHelp(topic?: CommandName): string {
  const spec = COMMANDS.find((command) => command.name === topic);
  return spec ? renderCommand(spec) : renderOverview();
}

function renderOverview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    "Workflow Code turns a folder of TypeScript into tools for any MCP client.",
    "",
    "Usage: workflow-code <command> [options]",
    "",
    "Commands:",
    ...COMMANDS.map(({ name, help }) => `  ${name.padEnd(width)}  ${help}`),
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
    spec.help,
    "",
    `Usage: workflow-code ${spec.name} ${spec.usage}`,
    "",
    "Options:",
    ...spec.options.map(({ help }, index) => `  ${shown[index]?.padEnd(width)}  ${help}`),
    "",
    "Examples:",
    ...spec.examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}
