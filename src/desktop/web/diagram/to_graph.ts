import type { NodeStatus, ReportNode, RunReport } from "../../../run/report.ts";
import type { DiagramEdge, DiagramNode, Graph } from "./diagram_node.ts";

/** Of a run with more steps, the repeats of a step are drawn as one. */
const MOST_SINGLE = 120;
/** So many repeats of a step are still drawn one by one. */
const FEW = 4;

/**
 * Takes from a report what is drawn. Of many steps, the repeats of one (`fetch`, `fetch#2`, ...) become one box with what is
 * inside them, since nobody can read ten thousand.
 *
 * @param report What the run did.
 * @param options Whether each repeat stays a box of its own, and the time up to which a step that goes on has taken; without it,
 * steps have taken what the report says.
 * @returns The graph, in the order in which steps began.
 */
export function toGraph(
  { nodes, edges }: Pick<RunReport, "nodes" | "edges">,
  { isWhole = false, now }: { readonly isWhole?: boolean; readonly now?: number | undefined } = {},
): Graph {
  const graph = { nodes: nodes.map((node) => toNode(node, now)), edges };
  return isWhole || nodes.length <= MOST_SINGLE ? graph : collapse(graph);
}

function collapse({ nodes, edges }: Graph): Graph {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const keys = new Map<string, string>();
  /** Repeats are those of the same step in the same box. */
  const keyOf = (node: DiagramNode): string => {
    const known = keys.get(node.id);
    if (known !== undefined) return known;
    const parent = node.parent === null ? undefined : byId.get(node.parent);
    const key = `${parent ? keyOf(parent) : ""}\n${node.id.replace(/#\d+$/, "")}`;
    keys.set(node.id, key);
    return key;
  };
  const groups = Map.groupBy(nodes, keyOf);
  const heads = new Map<string, string>();
  const kept: DiagramNode[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const parent = first.parent === null ? null : heads.get(first.parent) ?? null;
    const isWhole = group.length <= FEW && group.every((node) => node.parent === first.parent);
    for (const node of group) heads.set(node.id, isWhole ? node.id : first.id);
    if (isWhole) {
      kept.push(...group.map((node) => ({ ...node, parent: heads.get(node.parent ?? "") ?? null })));
    } else kept.push({ ...merge(first, group), parent });
  }
  return { nodes: kept, edges: mergeEdges(edges, heads) };
}

function merge(first: DiagramNode, group: readonly DiagramNode[]): DiagramNode {
  let start = Infinity;
  let end = -Infinity;
  let failed = 0;
  for (const { startedAt, durationMs, status } of group) {
    start = Math.min(start, startedAt);
    end = Math.max(end, startedAt + durationMs);
    if (status === "failed") failed++;
  }
  const has = (status: NodeStatus) => group.some((node) => node.status === status);
  const status = has("running")
    ? "running"
    : failed > 0
    ? "failed"
    : has("cancelled")
    ? "cancelled"
    : "success";
  return {
    ...first,
    title: first.title.replace(/#\d+$/, ""),
    status,
    startedAt: start,
    durationMs: end - start,
    count: group.length,
    failed,
  };
}

/** Edges between the boxes that are left; one that would lead back to where repeats began is none. */
function mergeEdges(edges: readonly DiagramEdge[], heads: ReadonlyMap<string, string>): DiagramEdge[] {
  const seen = new Set<string>();
  return edges.flatMap((edge) => {
    const [from, to] = [heads.get(edge.from), heads.get(edge.to)];
    if (from === undefined || to === undefined || from === to) return [];
    const key = `${from}\n${to}`;
    if (seen.has(key) || seen.has(`${to}\n${from}`)) return [];
    seen.add(key);
    return [{ from, to }];
  });
}

function toNode(
  { id, title, parent, status, startedAt, durationMs, attempts, error }: ReportNode,
  now: number | undefined,
): DiagramNode {
  const start = Date.parse(startedAt);
  return {
    id,
    title,
    parent,
    status,
    startedAt: start,
    durationMs: status === "running" && now !== undefined ? Math.max(durationMs, now - start) : durationMs,
    attempts,
    count: 1,
    failed: status === "failed" ? 1 : 0,
    ...(error ? { error: error.message } : {}),
  };
}
