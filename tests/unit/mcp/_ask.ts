import type { InteractionRequest } from "../../../src/core/interaction.ts";
import { parseApproval, parseForm } from "../../../src/core/parse_form.ts";

/** A question with these fields, as an author writes them. */
export function ask(fields: Record<string, object>, message = "Which?"): InteractionRequest {
  return { key: "q", id: "q", kind: "ask", node: null, ...parseForm("q", { message, fields }) };
}

/** A question for an approval. */
export function approval(title = "Send?"): InteractionRequest {
  return { key: "a", id: "a", kind: "approve", node: null, ...parseApproval("a", { title }) };
}
