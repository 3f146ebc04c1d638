import type { Journal } from "../store/journal/journal.ts";
import type { GivenAnswer, RunEvent } from "./protocol.ts";

/**
 * Writes down an answer before the run goes on with it: the run may have to wait for its turn first, and a new worker for
 * something else, a secret that was never written, and its process may end before it comes to this question.
 *
 * @param journal The journal.
 * @param runId The run, which this process has taken over.
 * @param given The answer.
 * @returns What a worker would have told of it; undefined if the run does not ask that.
 */
export function recordGiven(
  journal: Journal,
  runId: string,
  { key, answer, files }: GivenAnswer,
): RunEvent | undefined {
  const pending = journal.pending(runId);
  const asked = pending.find(({ request }) => request.key === key);
  if (!asked) return undefined;
  const { steps, answers } = journal.replay(runId);
  const orders = [
    ...[...steps, ...answers].map(({ endOrder }) => endOrder),
    ...pending.map(({ startOrder }) => startOrder),
  ];
  const endOrder = orders.reduce((latest, order) => Math.max(latest, order), 0) + 1;
  const at = Date.now();
  journal.recordAnswer(runId, { ...asked, answer, files, endOrder, answeredAt: at });
  return { type: "answered", key, answer, at };
}
