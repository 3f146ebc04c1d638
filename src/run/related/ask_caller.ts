import type { InteractionRequest } from "../../core/interaction.ts";
import { WorkflowError } from "../../errors.ts";
import type { Journal } from "../../store/journal/journal.ts";
import type { GivenAnswer, RelatedCall } from "../protocol.ts";
import { toCallerQuestion } from "./caller_question.ts";
import type { RelatedHost } from "./related_host.ts";

/** Who is asked for whom. */
export interface AskCallerOptions {
  readonly caller: RelatedHost;
  /** The calling run. */
  readonly callerRunId: string;
  readonly call: RelatedCall;
  /** The related run. */
  readonly runId: string;
}

/**
 * Hands on what a related run asks, as a question of the run that called it. What was answered before is not asked again,
 * unless it was a secret, which is never written.
 *
 * @param request What the related run asks.
 * @param options The runs.
 * @returns The answer.
 * @throws {WorkflowError} `cancelled` if the calling run has ended.
 */
export async function askCaller(
  request: InteractionRequest,
  { caller, callerRunId, call, runId }: AskCallerOptions,
): Promise<GivenAnswer> {
  const { runs } = caller;
  const run = runs.active(callerRunId);
  if (!run) throw new WorkflowError("cancelled", "The calling run has ended");
  const asked = toCallerQuestion(request, { runId, call });
  const { key } = asked;
  const known = run.related.take(key) ?? findAnswer(runs.journal, { runId: callerRunId, key });
  if (known) return known;
  const askedAt = Date.now();
  runs.journal.openInteraction(callerRunId, asked, { startOrder: call.order, askedAt });
  run.receive({ type: "asked", request: asked, at: askedAt });
  const answer = run.related.wait(key);
  run.ask(asked);
  return await answer;
}

/** What was answered while the calling run could not take it, since its process ended just then. */
function findAnswer(
  journal: Journal,
  { runId, key }: { readonly runId: string; readonly key: string },
): GivenAnswer | undefined {
  const record = journal.replay(runId).answers.find(({ request }) => request.key === key);
  if (!record) return undefined;
  const { request: { fields }, answer, files } = record;
  const asksSecrets = answer.action === "accept" && fields.some(({ secret }) => secret);
  return asksSecrets ? undefined : { key, answer, files };
}
