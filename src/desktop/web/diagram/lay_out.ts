import type { DiagramEdge, DiagramNode, Graph } from "./diagram_node.ts";

/** A box where it is drawn, relative to the whole. */
export interface PlacedNode {
  readonly node: DiagramNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether other steps are drawn inside it. */
  readonly isGroup: boolean;
}

/** Where everything is drawn. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Groups come before what is inside them. */
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly { readonly from: PlacedNode; readonly to: PlacedNode }[];
}

/** The size of a single box. */
export const BOX = { width: 188, height: 46 } as const;
/** The space above what is inside a group, for its title. */
export const GROUP_HEAD = 40;
const GAP = { x: 22, y: 34 } as const;
const PADDING = 14;
/** A layer goes on in another row behind so many boxes. */
const MOST_IN_ROW = 8;

interface Block {
  readonly node: DiagramNode | undefined;
  readonly width: number;
  readonly height: number;
  readonly children: readonly { readonly block: Block; readonly x: number; readonly y: number }[];
}

/**
 * Places steps in layers from top to bottom: a step lies below all that ended before it began, steps side by side ran side by
 * side. What a step started lies inside it.
 *
 * @param graph What the run did.
 * @returns Where everything is.
 */
export function layOut(graph: Graph): Layout {
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const byParent = Map.groupBy(
    graph.nodes,
    ({ parent }) => parent !== null && ids.has(parent) ? parent : null,
  );
  const root = toBlock(undefined, { byParent, edges: graph.edges });
  const nodes: PlacedNode[] = [];
  place(root, { x: 0, y: 0, nodes });
  const placed = new Map(nodes.map((one) => [one.node.id, one]));
  const edges = graph.edges.flatMap((edge) => {
    const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
    return from && to && to.y > from.y ? [{ from, to }] : [];
  });
  return { width: root.width, height: root.height, nodes, edges };
}

function toBlock(
  node: DiagramNode | undefined,
  context: {
    readonly byParent: ReadonlyMap<string | null, readonly DiagramNode[]>;
    readonly edges: readonly DiagramEdge[];
  },
): Block {
  const inner = context.byParent.get(node?.id ?? null) ?? [];
  if (node && inner.length === 0) return { node, ...BOX, children: [] };
  const blocks = new Map(inner.map((child) => [child.id, toBlock(child, context)]));
  const rows = toLayers(inner, context.edges).flatMap((layer) => chunk(layer, MOST_IN_ROW))
    .map((layer) => layer.flatMap(({ id }) => blocks.get(id) ?? []));
  const padding = node ? PADDING : 0;
  const widthOf = (row: readonly Block[]) => row.reduce((sum, { width }) => sum + width + GAP.x, -GAP.x);
  const width = Math.max(node ? BOX.width : 0, ...rows.map(widthOf)) + 2 * padding;
  let y = node ? GROUP_HEAD : 0;
  const children = rows.flatMap((row) => {
    let x = (width - widthOf(row)) / 2;
    const top = y;
    y += Math.max(...row.map(({ height }) => height)) + GAP.y;
    return row.map((block) => {
      const child = { block, x, y: top };
      x += block.width + GAP.x;
      return child;
    });
  });
  return { node, width, height: Math.max(0, y - GAP.y) + padding, children };
}

/** Steps by the longest way that leads to them. */
function toLayers(nodes: readonly DiagramNode[], edges: readonly DiagramEdge[]): DiagramNode[][] {
  const own = new Set(nodes.map(({ id }) => id));
  const before = Map.groupBy(edges.filter(({ from, to }) => own.has(from) && own.has(to)), ({ to }) => to);
  const depths = new Map<string, number>();
  // Steps come in the order in which they began, so that what leads to one is known before it.
  for (const { id } of nodes) {
    const depth = (before.get(id) ?? []).reduce(
      (most, { from }) => Math.max(most, (depths.get(from) ?? -1) + 1),
      0,
    );
    depths.set(id, depth);
  }
  const layers: DiagramNode[][] = [];
  for (const node of nodes) (layers[depths.get(node.id) ?? 0] ??= []).push(node);
  return layers.filter((layer) => layer !== undefined);
}

function place(block: Block, { x, y, nodes }: { x: number; y: number; nodes: PlacedNode[] }): void {
  const { node, width, height, children } = block;
  if (node) nodes.push({ node, x, y, width, height, isGroup: children.length > 0 });
  for (const child of children) place(child.block, { x: x + child.x, y: y + child.y, nodes });
}

function chunk<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
