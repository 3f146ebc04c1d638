import type { Answer, FieldSpec } from "./interaction.ts";

/**
 * Takes the values of secret fields out of an answer: they are never written nor shown.
 *
 * @param answer What a person answered.
 * @param fields The fields of the question.
 * @returns The answer without them.
 */
export function withoutSecrets(answer: Answer, fields: readonly FieldSpec[]): Answer {
  if (answer.action === "decline") return answer;
  const secret = new Set(fields.filter((field) => field.secret).map((field) => field.name));
  const values = Object.fromEntries(Object.entries(answer.values).filter(([name]) => !secret.has(name)));
  return { action: "accept", values };
}
