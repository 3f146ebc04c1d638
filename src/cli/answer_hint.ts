import { showList } from "../core/show_list.ts";
import type { FieldSpec, InteractionRequest } from "../core/interaction.ts";
import { TEXT_FORMATS } from "../core/text_formats.ts";
import type { OptionValues } from "./option_values.ts";
import { toPrintable } from "./printable.ts";
import { toResumeCommand } from "./resume_command.ts";

/** Options for {@linkcode toAnswerHint}. */
export interface AnswerHintOptions {
  readonly request: InteractionRequest;
  /** The options of the command line under which the run came to its question. */
  readonly options: OptionValues;
}

/**
 * Says how a run that waits can be answered, for whoever started it without being asked on a terminal.
 *
 * @param runId The run.
 * @param hint The question, and under which options it was asked.
 * @returns The lines, with a line break at their end.
 */
export function toAnswerHint(runId: string, { request, options }: AnswerHintOptions): string {
  const { message, fields } = request;
  const needed = fields.filter((field) => field.required);
  const answers = (needed.length > 0 ? needed : fields.slice(0, 1)).map(({ name }) =>
    ` --answer ${name}=...`
  );
  return toPrintable([
    `workflow-code: run ${runId} waits for an answer: ${message}`,
    ...fields.map((field) => `  ${field.name}: ${describe(field)}`),
    `Answer with: ${toResumeCommand(runId, options)}${answers.join("")}`,
    ...(fields.some(({ secret }) => secret)
      ? ["or with --answers=-, which reads a JSON object from stdin, so that no other process sees a secret,"]
      : []),
    "or refuse with --decline.",
    "",
  ].join("\n"));
}

function describe(field: FieldSpec): string {
  const { title, required, multiple, secret } = field;
  const parts = [
    ...(title === undefined || title === field.name ? [] : [title]),
    describeType(field),
    ...(multiple ? ["repeatable"] : []),
    ...(secret ? ["secret"] : []),
    required ? "required" : "optional",
  ];
  return parts.join(", ");
}

function describeType({ type, options, format, integer }: FieldSpec): string {
  if (options) return `one of ${showList(options.map(({ value }) => value))}`;
  switch (type) {
    case "boolean":
      return "true or false";
    case "number":
      return integer ? "a whole number" : "a number";
    case "file":
      return "the absolute path of a file";
    default:
      return format ? TEXT_FORMATS[format].meaning : "a text";
  }
}
