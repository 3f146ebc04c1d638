import type { InteractionRequest } from "../../core/interaction.ts";
import { toRelatedKey } from "../../core/related_key.ts";
import type { RelatedCall } from "../protocol.ts";

/**
 * Puts what a related run asks as a question of the run that called it.
 *
 * @param request What the related run asks.
 * @param asked The related run, and the call that it is.
 * @returns The question; it says which project asks.
 */
export function toCallerQuestion(
  request: InteractionRequest,
  { runId, call: { alias, key, node } }: { readonly runId: string; readonly call: RelatedCall },
): InteractionRequest {
  return {
    ...request,
    key: toRelatedKey(key, { runId, key: request.key }),
    message: `Related project ${JSON.stringify(alias)} asks: ${request.message}`,
    node,
    related: { alias, runId },
  };
}
