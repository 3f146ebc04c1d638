import { parseArgs } from "@std/cli/parse-args";
import { isAbsolute } from "@std/path";
import { WorkflowError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { type CommandName, COMMANDS, type CommandSpec, LAUNCHER } from "./commands.ts";
import type { OptionValues } from "./option_values.ts";
import type { OptionSpec } from "./options.ts";

/** The command line of a command. */
export interface CommandLine {
  readonly name: CommandName;
  /** The values of the command's operands, in order. */
  readonly operands: readonly string[];
  /** The values of the options that were given; none of one that takes no value. */
  readonly options: OptionValues;
  /** What belongs to the workflow. */
  readonly params: readonly string[];
}

/** What the command line asks for. */
export type Command =
  /** The topic is a command's name, or the first word that several commands share. */
  | { readonly name: "help"; readonly topic?: string }
  | { readonly name: "version" }
  | CommandLine;

/**
 * Reads the command line.
 *
 * @param args The arguments without the program's name.
 * @returns What is asked for.
 * @throws {WorkflowError} `usage`, naming the argument and what was expected.
 */
export function parseCommand(args: readonly string[]): Command {
  const [first, ...rest] = args;
  if (first === undefined || first === "--help" || first === "-h") return { name: "help" };
  if (first === "--version" || first === "-V") return { name: "version" };
  if (first === "help") return readHelp(rest);
  if (first === LAUNCHER.name) return readCommand(LAUNCHER, rest);
  const family = COMMANDS.filter((command) => command.name.startsWith(`${first} `));
  if (family.length === 0) return readCommand(findCommand(first), rest);
  const [second, ...others] = rest;
  const plain = COMMANDS.find((command) => command.name === first);
  if (plain && (second === undefined || second.startsWith("-"))) return readCommand(plain, rest);
  if (second === "--help" || second === "-h") return { name: "help", topic: first };
  return readCommand(findCommand(second === undefined ? first : `${first} ${second}`, family), others);
}

/** `help auth` and `help auth login` as well as `help run`. */
function readHelp(words: readonly string[]): Command {
  const [first] = words;
  if (first === undefined) return { name: "help" };
  const family = COMMANDS.filter((command) => command.name.startsWith(`${first} `));
  if (family.length > 0 && words.length === 1) return { name: "help", topic: first };
  return { name: "help", topic: findCommand(family.length > 0 ? words.join(" ") : first).name };
}

function findCommand(name: string, among: readonly CommandSpec[] = COMMANDS): CommandSpec {
  const spec = among.find((command) => command.name === name);
  if (spec) return spec;
  const shown = JSON.stringify(name);
  if (name.startsWith("-")) {
    const otherwise = "the options of a command are written behind its name";
    throw usage(
      `Unknown option ${shown}; ${guess(name, ["--help", "--version", LAUNCHER.name]) ?? otherwise}`,
    );
  }
  const names = among.map((command) => command.name);
  throw usage(`Unknown command ${shown}; ${guess(name, names) ?? `the commands are ${names.join(", ")}`}`);
}

function readCommand(spec: CommandSpec, args: readonly string[]): Command {
  const operands: string[] = [];
  const options = new Map<string, string[]>();
  const rest = [...args];
  const known = [...spec.operands, ...spec.optionalOperands ?? []];
  while (rest.length > 0 && !(spec.takesParams && operands.length === known.length)) {
    const count = countOptions(rest, spec);
    const own = rest.splice(0, count);
    if (own.includes("--help") || own.includes("-h")) return { name: "help", topic: spec.name };
    readOptions(own, { spec, options });
    const operand = rest.shift();
    if (operand === undefined) break;
    if (operands.length === known.length) {
      throw usage(`Unexpected argument ${JSON.stringify(operand)}: \`${spec.name}\` takes ${spec.usage}`);
    }
    // Such as an unset variable of a shell: it would mean the working directory.
    if (operand === "") throw usage(`<${known[operands.length]}> is empty`);
    operands.push(operand);
  }
  const missing = spec.operands[operands.length];
  if (missing) throw usage(`Missing <${missing}>: write \`workflow-code ${spec.name} ${spec.usage}\``);
  return { name: spec.name, operands, options, params: rest };
}

/** How many arguments come before the next operand. */
function countOptions(args: readonly string[], spec: CommandSpec): number {
  const count = args.findIndex((arg, index) => !arg.startsWith("-") && !isValue(args[index - 1], spec));
  return count < 0 ? args.length : count;
}

function readOptions(
  own: string[],
  { spec, options }: { spec: CommandSpec; options: Map<string, string[]> },
): void {
  for (const arg of own) checkShape(arg, spec);
  const isFlag = (arg: string) => spec.options.some((option) => !option.value && arg === `--${option.name}`);
  for (const flag of own.filter(isFlag)) options.set(flag.slice("--".length), []);
  const names = spec.options.filter((option) => option.value).map((option) => option.name);
  const valued = own.filter((arg) => !isFlag(arg));
  const parsed = parseArgs(valued, { string: [...names, "_"], collect: names });
  for (const option of spec.options) {
    const values = parsed[option.name] as readonly string[] | undefined;
    if (!values || values.length === 0) continue;
    for (const value of values) checkValue(value, option);
    const all = [...options.get(option.name) ?? [], ...values];
    if (all.length > 1 && !option.repeatable) {
      throw usage(`--${option.name} may be given once, found it ${all.length} times`);
    }
    option.check?.(all);
    options.set(option.name, all);
  }
}

/** Whether the argument behind this one is the option's value: `--name value`. */
function isValue(before: string | undefined, spec: CommandSpec): boolean {
  return spec.options.some((option) => option.value !== undefined && before === `--${option.name}`);
}

function checkShape(arg: string, spec: CommandSpec): void {
  if (!arg.startsWith("-")) return;
  const name = /^--([^=]+)/.exec(arg)?.[1];
  const option = spec.options.find((option) => option.name === name);
  if (option && !option.value && arg !== `--${name}`) throw usage(`--${name} takes no value`);
  if (option) return;
  const names = ["--help", ...spec.options.map((option) => `--${option.name}`)];
  const shown = arg.split("=", 1)[0] ?? arg;
  const otherwise = `see \`workflow-code ${spec.name} --help\``;
  throw usage(`Unknown option ${shown} of \`${spec.name}\`; ${guess(shown, names) ?? otherwise}`);
}

function checkValue(value: string, option: OptionSpec): void {
  if (value === "") throw usage(`--${option.name} needs a value: --${option.name} <${option.value}>`);
  if (option.absolute && !isAbsolute(value)) {
    throw usage(`--${option.name} must be an absolute path, found ${JSON.stringify(value)}`);
  }
}

function guess(name: string, known: readonly string[]): string | undefined {
  const near = nearest(name, known);
  return near && `did you mean ${near}?`;
}

function usage(message: string): WorkflowError {
  return new WorkflowError("usage", message);
}
