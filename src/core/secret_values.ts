import type { Answer, FieldSpec } from "./interaction.ts";

/**
 * Picks the values of secret fields out of an answer, to be masked wherever they turn up.
 *
 * @param answer What a person answered.
 * @param fields The fields of the question.
 * @returns The values as text; none is empty.
 */
export function secretValues(answer: Answer, fields: readonly FieldSpec[]): string[] {
  if (answer.action === "decline") return [];
  return fields.filter(({ secret }) => secret)
    .flatMap(({ name }) => answer.values[name] ?? [])
    .map(String)
    .filter((value) => value !== "");
}
