import type { NodeStatus, RunReport } from "../../../run/report.ts";
import type { Graph } from "./diagram_node.ts";

/** One line of a timeline: a step, several repeats of it, or a question to a person. */
export interface TimelineRow {
  readonly id: string;
  readonly title: string;
  readonly tone: NodeStatus | "waiting_for_input";
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** How many steps it lies within. */
  readonly depth: number;
  readonly count: number;
  readonly error?: string;
  readonly isQuestion: boolean;
}

/**
 * The rows of a timeline, in the order in which things began; what is inside a step comes right behind it.
 *
 * @param graph The steps.
 * @param report The run, for its questions.
 * @param now Milliseconds since 1970.
 * @returns The rows.
 */
export function toTimelineRows(
  graph: Graph,
  { report, now }: { readonly report: Pick<RunReport, "interactions">; readonly now: number },
): TimelineRow[] {
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const byParent = Map.groupBy(
    graph.nodes,
    ({ parent }) => parent !== null && ids.has(parent) ? parent : null,
  );
  const questions = report.interactions.map((asked): TimelineRow => {
    const startedAt = Date.parse(asked.askedAt);
    const end = asked.answeredAt === null ? now : Date.parse(asked.answeredAt);
    return {
      id: asked.id,
      title: asked.message.split("\n")[0] ?? asked.id,
      tone: "waiting_for_input",
      startedAt,
      durationMs: Math.max(0, end - startedAt),
      depth: 0,
      count: 1,
      isQuestion: true,
    };
  });
  const rows: TimelineRow[] = [];
  const add = (parent: string | null, depth: number) => {
    const steps = (byParent.get(parent) ?? []).map((node): TimelineRow => ({
      id: node.id,
      title: node.title,
      tone: node.status,
      startedAt: node.startedAt,
      durationMs: node.durationMs,
      depth,
      count: node.count,
      isQuestion: false,
      ...(node.error ? { error: node.error } : {}),
    }));
    const all = depth === 0 ? [...steps, ...questions].sort((a, b) => a.startedAt - b.startedAt) : steps;
    for (const row of all) {
      rows.push(row);
      if (!row.isQuestion) add(row.id, depth + 1);
    }
  };
  add(null, 0);
  return rows;
}
