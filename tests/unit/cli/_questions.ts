import type { FieldSpec, InteractionRequest } from "../../../src/core/interaction.ts";
import { parseApproval, parseForm } from "../../../src/core/parse_form.ts";

/** The question of `ctx.ask(id, { message, fields })`. */
export function question(fields: Record<string, unknown>, id = "style"): InteractionRequest {
  return {
    key: `?${id}`,
    id,
    kind: "ask",
    node: null,
    ...parseForm(id, { message: "Which style?", fields }),
  };
}

/** The question of `ctx.approve("send", { title })`. */
export function approval(title = "Send it?"): InteractionRequest {
  return { key: "?send", id: "send", kind: "approve", node: null, ...parseApproval("send", { title }) };
}

/** The field of a form, as an author writes it. */
export function field(spec: Record<string, unknown>): FieldSpec {
  const [only] = question({ it: spec }).fields;
  if (!only) throw new Error("There is no field");
  return only;
}
