import { callingStep } from "../core/related_key.ts";
import type { PendingInteraction, Replay } from "../store/journal/records.ts";
import type { RunEvent } from "./protocol.ts";

/** Something that a step has around it. */
interface Inner {
  readonly key: string;
  /** The report id of the step around it. */
  readonly parent: string | null;
  readonly startOrder: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Tells of the steps that have begun and not ended, which a journal knows by what happened inside of them alone.
 *
 * @param replay What the journal has.
 * @param pending The questions that wait for a person.
 * @returns Their starts, with their places among all orders; each is called by its id until the run itself tells its title.
 */
export function toOpenSteps(
  { steps, answers }: Replay,
  pending: readonly PendingInteraction[],
): readonly { readonly order: number; readonly event: RunEvent }[] {
  const ended = new Set(steps.map(({ key }) => key));
  const asked = [...answers, ...pending].map(({ request: { key, node }, startOrder, askedAt }): Inner => ({
    key,
    parent: node,
    startOrder,
    at: askedAt,
  }));
  const inner = [...steps.map((step): Inner => ({ ...step, at: step.startedAt })), ...asked]
    .sort((a, b) => a.startOrder - b.startOrder);
  const ids = new Map(steps.map(({ key, id }) => [key, id]));
  const first = new Map<string, Inner>();
  for (const one of inner) {
    const direct = keyAround(one.key);
    if (direct !== undefined && one.parent !== null) ids.set(direct, one.parent);
    for (let key = direct; key !== undefined; key = keyAround(key)) {
      if (!first.has(key)) first.set(key, one);
    }
  }
  return [...first].flatMap(([key, { startOrder, at }]) => {
    const id = ids.get(key);
    if (id === undefined || ended.has(key)) return [];
    const parent = ids.get(keyAround(key) ?? "") ?? null;
    // Before what is in it, and behind what is around it.
    const order = startOrder - 1 / (key.split("/").length + 1);
    return [{ order, event: { type: "node_started", id, title: id, parent, at } }];
  });
}

/** The key of the step around something; `undefined` at the top. */
function keyAround(key: string): string | undefined {
  const calling = callingStep(key);
  if (calling !== undefined) return calling;
  const end = key.lastIndexOf("/");
  return end < 0 ? undefined : key.slice(0, end);
}
