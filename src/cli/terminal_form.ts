import type { Answer, FieldSpec, InteractionRequest } from "../core/interaction.ts";
import type { ResolvedOptions } from "../core/parse_resolved_params.ts";
import type { OptionSpec, ParamValue, ParamValues } from "../core/spec.ts";
import { type Fault, WorkflowError } from "../errors.ts";
import { validateAnswer } from "../run/validate_answer.ts";
import { completePath } from "./complete_path.ts";
import { decodeField } from "./decode_field.ts";
import { readEntry } from "./field_entry.ts";
import { type FieldPrompt, toFieldPrompt } from "./field_prompt.ts";
import { toPrintable } from "./printable.ts";
import type { AskLineOptions, Terminal } from "./terminal.ts";

/** Options for {@linkcode askOnTerminal}. */
export interface TerminalFormOptions {
  readonly terminal: Terminal;
  /** Gives up asking when it aborts. */
  readonly signal: AbortSignal;
  /** Makes a path that is typed absolute. @default only absolute ones are taken */
  readonly toAbsolute?: (path: string) => string;
  /** Gives what the form offers beyond its fields' own options, by what is filled in so far. @default nothing */
  readonly resolveOptions?: (values: ParamValues) => Promise<ResolvedOptions>;
}

/** Asks whether a form in which nothing has to be filled in is to be sent at all. */
const PROCEED: FieldSpec = {
  name: "proceed",
  type: "boolean",
  title: "Go on with this answer",
  required: true,
  multiple: false,
  secret: false,
};

/** What a person did with a field; undefined for one who has ended the input. */
type FieldAnswer = { readonly value: ParamValue | undefined } | undefined;

/**
 * Shows a form on a terminal and asks for one field after the other, each until it is right.
 *
 * @param request The question.
 * @param options The terminal.
 * @returns The answer, valid; undefined where the person has ended the input.
 * @throws The reason of the signal, and an `AbortError` where the person interrupted the terminal.
 */
export async function askOnTerminal(
  request: InteractionRequest,
  options: TerminalFormOptions,
): Promise<Answer | undefined> {
  const { terminal } = options;
  terminal.write(`\n${toPrintable(request.message)}\n\n`);
  const values: [string, ParamValue][] = [];
  for (const field of request.fields) {
    const resolved = await options.resolveOptions?.(Object.fromEntries(values));
    const answer = await askField(request, { ...options, field: offer(field, resolved?.[field.name]) });
    if (!answer) return undefined;
    if (answer.value !== undefined) values.push([field.name, answer.value]);
  }
  if (!request.fields.some(({ required }) => required)) {
    const proceed = await askField(request, { ...options, field: PROCEED });
    if (!proceed) return undefined;
    if (proceed.value !== true) return { action: "decline" };
  }
  return { action: "accept", values: await validateAnswer(request, Object.fromEntries(values)) };
}

/** What is offered stands in place of the field's own options; where there is nothing to choose, anything may be typed. */
function offer(field: FieldSpec, offered: readonly OptionSpec[] | undefined): FieldSpec {
  if (!offered) return field;
  const { options: _, ...open } = field;
  return offered.length === 0 ? open : { ...open, options: offered };
}

async function askField(
  request: InteractionRequest,
  { field, terminal, signal, toAbsolute }: TerminalFormOptions & { readonly field: FieldSpec },
): Promise<FieldAnswer> {
  const shown = toFieldPrompt(field, { takesRelativePaths: toAbsolute !== undefined });
  terminal.write(shown.intro);
  while (true) {
    const complete = field.type === "file" && !field.secret ? { complete: completePath } : {};
    const lines = await readLines(terminal, { ...shown, signal, hidden: field.secret, ...complete });
    if (!lines) return undefined;
    const isPath = field.type === "file" && toAbsolute;
    const read = readValue(field, isPath ? lines.map((line) => line === "" ? "" : toAbsolute(line)) : lines);
    if ("fault" in read) {
      terminal.write(`  ${read.fault}\n`);
      continue;
    }
    const faults = await findFaults({ ...request, fields: [field] }, read.value);
    if (faults.length === 0) return read;
    for (const fault of faults) terminal.write(`  ${toPrintable(fault)}\n`);
  }
}

async function readLines(
  terminal: Terminal,
  { prompt, takesLines, ...options }: Pick<FieldPrompt, "prompt" | "takesLines"> & AskLineOptions,
): Promise<readonly string[] | undefined> {
  const lines: string[] = [];
  while (true) {
    const line = await terminal.ask(prompt, options);
    if (line === undefined) return undefined;
    if (!takesLines) return [line];
    if (line === "") return lines;
    lines.push(line);
  }
}

function readValue(
  field: FieldSpec,
  lines: readonly string[],
): { readonly value: ParamValue | undefined } | { readonly fault: string } {
  const entry = readEntry(field, lines);
  switch (entry.kind) {
    case "left":
      return { value: undefined };
    case "fault":
      return { fault: field.secret ? "That is no answer to this." : entry.reason };
    case "texts": {
      const decoded = decodeField(field, entry.texts);
      if (decoded.ok) return decoded;
      return { fault: field.secret ? "That is no answer to this." : `It ${decoded.reason}.` };
    }
  }
}

/** What is wrong with the value of a form's only field. */
async function findFaults(
  form: InteractionRequest,
  value: ParamValue | undefined,
): Promise<readonly string[]> {
  const [field] = form.fields;
  try {
    await validateAnswer(form, value === undefined || !field ? {} : { [field.name]: value });
    return [];
  } catch (error) {
    if (!(error instanceof WorkflowError) || error.code !== "invalid_arguments") throw error;
    return error.faults.map(toSentence);
  }
}

function toSentence({ path, reason }: Fault): string {
  if (reason === "is missing") return "It has to be filled in.";
  const index = /\[(\d+)\]$/.exec(path)?.[1];
  return `${index === undefined ? "It" : `Value ${Number(index) + 1}`} ${reason}.`;
}
