import type { AgentUsage, TokenUsage } from "../core/api.ts";
import type { EntrypointSpec, ParamValues } from "../core/spec.ts";
import { withoutSecrets } from "../core/without_secrets.ts";
import type { EndedStatus, RunStatus, StatusChange } from "../store/journal/run_status.ts";
import type { RunEvent } from "./protocol.ts";
import {
  type EndedReport,
  type NodeStatus,
  REPORT_VERSION,
  type ReportInteraction,
  type ReportNode,
  type RunError,
  type RunReport,
} from "./report.ts";

/** What a report says of a run before it has begun. */
export interface RunIdentity {
  readonly runId: string;
  readonly projectId: string;
  readonly entrypoint: EntrypointSpec;
  readonly params: ParamValues;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The statuses that it has had, where it began before; times are milliseconds since 1970. @default running */
  readonly statuses?: readonly StatusChange[];
}

/** How a run came to its end. */
export type RunEnd =
  | { readonly status: "success"; readonly output: unknown }
  | {
    readonly status: Exclude<EndedStatus, "success">;
    readonly error: RunError;
    readonly output?: unknown;
  };

interface Node {
  readonly id: string;
  title: string;
  parent: string | null;
  startedAt: number;
  /** Its place among all starts and ends, which times in milliseconds do not tell. */
  readonly startOrder: number;
  endOrder: number;
  finishedAt: number | undefined;
  status: NodeStatus;
  attempts: number;
  error: string | undefined;
  usage: TokenUsage | undefined;
}

interface Siblings {
  /** Finished steps in the order of their ends; from `first` on, no other step that has finished was started after them. */
  readonly finished: Node[];
  first: number;
  latestFinishedStart: number;
  /** Whether a step has been connected to all of those. */
  isJoined: boolean;
}

/** Of more steps than these, only the first one that follows is connected to all: else m and n parallel ones had m × n edges. */
const MOST_JOINED = 8;

/** Builds a run's report from its events. */
export class ReportBuilder {
  readonly #identity: RunIdentity;
  readonly #nodes = new Map<string, Node>();
  readonly #edges: { from: string; to: string }[] = [];
  readonly #siblings = new Map<string | null, Siblings>();
  readonly #statuses: StatusChange[];
  readonly #interactions = new Map<string, ReportInteraction>();
  #order = 0;

  constructor(identity: RunIdentity) {
    this.#identity = identity;
    this.#statuses = [...identity.statuses ?? [{ status: "running", at: identity.startedAt }]];
  }

  /**
   * Notes that the run waits or goes on. A status that it has already changes nothing.
   *
   * @param status The status.
   * @param at Milliseconds since 1970.
   */
  setStatus(status: RunStatus, at: number): void {
    if (this.#statuses.at(-1)?.status !== status) this.#statuses.push({ status, at });
  }

  /**
   * Takes in what happened. Events come from a worker that project code shares: one that makes no sense is ignored.
   *
   * @param event The event.
   */
  apply(event: RunEvent): void {
    switch (event.type) {
      case "node_started":
        this.#start(event);
        return;
      case "node_finished": {
        const node = this.#nodes.get(event.id);
        if (node?.status === "running") this.#finish(node, event);
        return;
      }
      case "asked":
        this.#ask(event);
        return;
      case "answered":
        this.#answer(event);
        return;
      case "progress":
      case "log":
        return;
    }
  }

  /**
   * The report as things stand, while the run goes on.
   *
   * @param now Milliseconds since 1970.
   * @returns The report.
   */
  build(now: number): RunReport {
    const { runId, projectId, entrypoint, params, startedAt } = this.#identity;
    const usage = sumUsage(this.#nodes.values());
    return {
      reportVersion: REPORT_VERSION,
      runId,
      projectId,
      entrypointId: entrypoint.id,
      entrypointTitle: entrypoint.title,
      status: this.#statuses.at(-1)?.status ?? "running",
      statuses: this.#statuses.map(({ status, at }) => ({ status, at: toIso(at) })),
      startedAt: toIso(startedAt),
      finishedAt: null,
      durationMs: duration(startedAt, now),
      params,
      nodes: Array.from(this.#nodes.values(), (node) => toReportNode(node, now)),
      edges: [...this.#edges],
      interactions: [...this.#interactions.values()],
      ...(usage ? { usage } : {}),
      error: null,
      result: { errCode: 0, errMsg: "", data: { output: null } },
    };
  }

  /**
   * The final report.
   *
   * @param now Milliseconds since 1970.
   * @param end How the run ended.
   * @returns The report; steps that were still running when the run ended are `cancelled`.
   */
  end(now: number, end: RunEnd): EndedReport {
    this.setStatus(end.status, now);
    const error = end.status === "success" ? null : end.error;
    for (const node of this.#nodes.values()) {
      if (node.status === "running") Object.assign(node, { status: "cancelled", finishedAt: now });
    }
    return {
      ...this.build(now),
      status: end.status,
      finishedAt: toIso(now),
      error,
      result: {
        errCode: error ? error.errCode ?? 1 : 0,
        errMsg: error?.message ?? "",
        data: { output: end.output ?? null },
      },
    };
  }

  #start(event: Extract<RunEvent, { type: "node_started" }>): void {
    const { id, title, parent, at } = event;
    const known = this.#nodes.get(id);
    if (known?.status === "failed") this.#restart(known, at);
    // A run that is resumed tells more of a step than its journal knew.
    if (known?.status === "running") Object.assign(known, { title, parent });
    if (known) return;
    const node: Node = {
      id,
      title,
      parent,
      startedAt: at,
      startOrder: this.#order++,
      endOrder: -1,
      finishedAt: undefined,
      status: "running",
      attempts: 1,
      error: undefined,
      usage: undefined,
    };
    this.#nodes.set(id, node);
    for (const before of this.#takeBefore(parent)) this.#edges.push({ from: before.id, to: id });
  }

  /** The steps that a new one follows. */
  #takeBefore(parent: string | null): readonly Node[] {
    const siblings = this.#siblings.get(parent);
    if (!siblings) return [];
    const { finished, first, isJoined } = siblings;
    siblings.isJoined = true;
    return finished.slice(isJoined && finished.length - first > MOST_JOINED ? -1 : first);
  }

  /** A run that is resumed does the step again whose failure had ended it. */
  #restart(node: Node, at: number): void {
    Object.assign(node, {
      startedAt: at,
      finishedAt: undefined,
      status: "running",
      attempts: 1,
      error: undefined,
      usage: undefined,
    });
    const siblings = this.#siblings.get(node.parent);
    const place = siblings?.finished.lastIndexOf(node) ?? -1;
    if (!siblings || place < 0) return;
    siblings.finished.splice(place, 1);
    if (place < siblings.first) siblings.first--;
  }

  #ask({ request, at }: Extract<RunEvent, { type: "asked" }>): void {
    const { key, id, kind, message, fields } = request;
    // A run that is resumed may ask again what it had asked before.
    if (this.#interactions.get(key)?.action === null) return;
    const open = { askedAt: toIso(at), answeredAt: null, action: null, values: null };
    this.#interactions.set(key, { id, kind, message, fields, ...open });
  }

  #answer({ key, answer, at }: Extract<RunEvent, { type: "answered" }>): void {
    const asked = this.#interactions.get(key);
    if (!asked) return;
    const kept = withoutSecrets(answer, asked.fields);
    const values = kept.action === "accept" ? kept.values : null;
    this.#interactions.set(key, { ...asked, answeredAt: toIso(at), action: answer.action, values });
  }

  #finish(node: Node, event: Extract<RunEvent, { type: "node_finished" }>): void {
    node.finishedAt = event.at;
    node.endOrder = this.#order++;
    node.attempts = event.attempts;
    node.status = event.error === undefined ? "success" : "failed";
    node.error = event.error;
    node.usage = event.usage;
    const siblings = this.#siblings.get(node.parent) ??
      { finished: [], first: 0, latestFinishedStart: -1, isJoined: false };
    const { finished } = siblings;
    finished.push(node);
    siblings.latestFinishedStart = Math.max(siblings.latestFinishedStart, node.startOrder);
    while ((finished[siblings.first]?.endOrder ?? Infinity) <= siblings.latestFinishedStart) siblings.first++;
    siblings.isJoined = false;
    this.#siblings.set(node.parent, siblings);
  }
}

function toReportNode(node: Node, now: number): ReportNode {
  return {
    id: node.id,
    title: node.title,
    parent: node.parent,
    status: node.status,
    startedAt: toIso(node.startedAt),
    durationMs: duration(node.startedAt, node.finishedAt ?? now),
    attempts: node.attempts,
    ...(node.error === undefined ? {} : { error: { message: node.error } }),
    ...(node.usage === undefined ? {} : { usage: node.usage }),
  };
}

/** What all turns of models took; `undefined` if there was none. */
function sumUsage(nodes: Iterable<Node>): AgentUsage | undefined {
  let sum: AgentUsage | undefined;
  for (const { usage } of nodes) {
    if (!usage) continue;
    const { inputTokens, outputTokens, totalTokens, turns } = sum ??
      { inputTokens: 0, outputTokens: 0, totalTokens: 0, turns: 0 };
    sum = {
      inputTokens: inputTokens + usage.inputTokens,
      outputTokens: outputTokens + usage.outputTokens,
      totalTokens: totalTokens + usage.totalTokens,
      turns: turns + 1,
    };
  }
  return sum;
}

function duration(from: number, to: number): number {
  return Math.max(0, Math.round(to - from));
}

function toIso(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
