import { toMessage } from "../errors.ts";
import type { PendingInteraction, Replay } from "../store/journal/records.ts";
import { toOpenSteps } from "./open_steps.ts";
import type { RunEvent } from "./protocol.ts";
import { reviveStepError } from "./step_error.ts";

/**
 * Tells again what a journal has of a run, in the order in which it happened, so that the report of a resumed run is whole.
 *
 * @param replay What the journal has.
 * @param pending The questions that wait for a person.
 * @returns The events.
 */
export function toEvents(replay: Replay, pending: readonly PendingInteraction[]): RunEvent[] {
  const events: { order: number; event: RunEvent }[] = [...toOpenSteps(replay, pending)];
  for (
    const { id, title, parent, startOrder, endOrder, startedAt, finishedAt, attempts, outcome, usage }
      of replay
        .steps
  ) {
    events.push({ order: startOrder, event: { type: "node_started", id, title, parent, at: startedAt } });
    const error = outcome.ok ? {} : { error: toMessage(reviveStepError(outcome.error)) };
    events.push({
      order: endOrder,
      event: { type: "node_finished", id, at: finishedAt, attempts, ...error, ...(usage ? { usage } : {}) },
    });
  }
  for (const { request, answer, startOrder, endOrder, askedAt, answeredAt } of replay.answers) {
    events.push({ order: startOrder, event: { type: "asked", request, at: askedAt } });
    events.push({ order: endOrder, event: { type: "answered", key: request.key, answer, at: answeredAt } });
  }
  for (const { request, startOrder, askedAt } of pending) {
    events.push({ order: startOrder, event: { type: "asked", request, at: askedAt } });
  }
  return events.sort((a, b) => a.order - b.order).map(({ event }) => event);
}
