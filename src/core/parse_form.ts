import { type Fault, WorkflowError } from "../errors.ts";
import { ObjectReader } from "./_object_reader.ts";
import { readParams } from "./_read_params.ts";
import type { FieldSpec, InteractionRequest } from "./interaction.ts";
import { showValue } from "./show_value.ts";

/** What a person is shown: part of an {@linkcode InteractionRequest}. */
export type Form = Pick<InteractionRequest, "message" | "fields">;

/** The fields of every approval. */
const APPROVAL_FIELDS: readonly FieldSpec[] = [
  {
    name: "approved",
    type: "boolean",
    title: "Approve",
    description: "Yes lets the workflow do this, no refuses it",
    required: true,
    multiple: false,
    secret: false,
  },
  {
    name: "reason",
    type: "string",
    title: "Reason",
    description: "Why, for the workflow to know",
    required: false,
    multiple: false,
    secret: false,
  },
];

/**
 * Reads the form that a workflow gives to `ctx.ask`.
 *
 * @param id The question's id, for messages.
 * @param input What the author wrote: `{ message, fields }`.
 * @returns The form, with every default filled in.
 * @throws {WorkflowError} `invalid_definition`, naming the first fault and carrying all of them.
 */
export function parseForm(id: string, input: unknown): Form {
  const faults: Fault[] = [];
  const form = readForm(input, faults);
  checkFaults(`Cannot ask ${showValue(id)}`, faults);
  return form;
}

/**
 * Reads the question that a workflow gives to `ctx.approve`.
 *
 * @param id The question's id, for messages.
 * @param input What the author wrote: `{ title, detail? }`.
 * @returns The form: a required yes or no, and a reason.
 * @throws {WorkflowError} `invalid_definition`, naming the first fault and carrying all of them.
 */
export function parseApproval(id: string, input: unknown): Form {
  const faults: Fault[] = [];
  const reader = ObjectReader.open(input, { path: "", faults });
  reader?.checkKeys(["title", "detail"], "an approval");
  const title = reader && readRequiredText(reader, "title");
  const detail = reader?.readText("detail");
  checkFaults(`Cannot ask for the approval ${showValue(id)}`, faults);
  return { message: detail === undefined ? title ?? "" : `${title}\n\n${detail}`, fields: APPROVAL_FIELDS };
}

function readForm(input: unknown, faults: Fault[]): Form {
  const reader = ObjectReader.open(input, { path: "", faults });
  if (!reader) return { message: "", fields: [] };
  reader.checkKeys(["message", "fields"], "a form");
  const message = readRequiredText(reader, "message") ?? "";
  const fields = ObjectReader.open(reader.get("fields"), reader.placeOf("fields"));
  if (!fields) return { message, fields: [] };
  if (fields.keys.length === 0) reader.addFault("fields", "expected at least one field, found none");
  const secret = new Set<string>();
  const params: [string, unknown][] = fields.keys.map((name) => {
    const field = ObjectReader.open(fields.get(name), fields.placeOf(name));
    if (!field) return [name, undefined];
    if (field.readBoolean("secret")) secret.add(name);
    if (field.get("type") === "positional") {
      field.addFault("type", 'expected "string" in a form, found "positional"');
    }
    const rest = field.keys.filter((key) => key !== "secret").map((key) => [key, field.get(key)]);
    return [name, Object.fromEntries(rest)];
  });
  const given = Object.fromEntries(params.filter(([, param]) => param !== undefined));
  const specs = readParams(given, reader.placeOf("fields"));
  return { message, fields: specs.map((spec) => ({ ...spec, secret: secret.has(spec.name) })) };
}

function readRequiredText(reader: ObjectReader, key: string): string | undefined {
  if (reader.get(key) === undefined) reader.addFault(key, "expected a text, found nothing");
  return reader.readText(key);
}

function checkFaults(action: string, faults: readonly Fault[]): void {
  const [first] = faults;
  if (!first) return;
  const where = first.path === "" ? "" : `${first.path}: `;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  throw new WorkflowError("invalid_definition", `${action}: ${where}${first.reason}${more}`, { faults });
}
