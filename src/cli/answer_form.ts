import { joinPath } from "../core/fault_path.ts";
import type { Answer, FieldSpec, InteractionRequest } from "../core/interaction.ts";
import { showList } from "../core/show_list.ts";
import { type Fault, WorkflowError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { answerError, toFieldName } from "../run/answer_error.ts";
import { validateAnswer } from "../run/validate_answer.ts";
import { decodeField } from "./decode_field.ts";
import type { GivenAnswer } from "./given_answer.ts";

/**
 * Answers a question with what a command line gives.
 *
 * @param request The question.
 * @param given What the command line gives.
 * @returns The answer, valid.
 * @throws {WorkflowError} `usage`, naming every fault, if it does not fit the question.
 */
export async function answerForm(request: InteractionRequest, given: GivenAnswer): Promise<Answer> {
  if (given.action === "decline") return given;
  const { values, faults } = readValues(request.fields, given);
  const valid = await validateAnswer(request, values).catch((error) => {
    if (!(error instanceof WorkflowError) || error.code !== "invalid_arguments") throw error;
    const faulty = new Set(faults.map(({ path }) => path));
    faults.push(...error.faults.filter(({ path }) => !faulty.has(toFieldName(path))));
    return undefined;
  });
  if (valid && faults.length === 0) return { action: "accept", values: valid };
  const { message, faults: shown } = answerError(request, faults);
  throw new WorkflowError("usage", message, { faults: shown });
}

function readValues(
  fields: readonly FieldSpec[],
  { texts, values }: Extract<GivenAnswer, { action: "accept" }>,
): { readonly values: Record<string, unknown>; readonly faults: Fault[] } {
  const read: [string, unknown][] = [];
  const faults: Fault[] = [];
  const find = (name: string) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) faults.push({ path: joinPath("", name), reason: unknownReason(fields, name) });
    return field;
  };
  for (const [name, ofField] of texts) {
    const field = find(name);
    if (!field) continue;
    const decoded = decodeField(field, ofField);
    if (decoded.ok) read.push([name, decoded.value]);
    else faults.push({ path: name, reason: decoded.reason });
  }
  for (const [name, value] of Object.entries(values)) if (find(name)) read.push([name, value]);
  return { values: Object.fromEntries(read), faults };
}

function unknownReason(fields: readonly FieldSpec[], name: string): string {
  const names = fields.map((field) => field.name);
  const meant = nearest(name, names);
  return meant === undefined
    ? `is no field of this form; its fields are ${showList(names)}`
    : `is no field of this form; did you mean "${meant}"?`;
}
