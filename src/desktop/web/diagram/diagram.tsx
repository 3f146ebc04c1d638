import type { JSX } from "hono/jsx/jsx-runtime";
import { toDuration } from "../../../duration.ts";
import type { DiagramNode, Graph } from "./diagram_node.ts";
import { layOut, type PlacedNode } from "./lay_out.ts";

/** About how wide a letter is in a title, and in what is smaller. */
const LETTER = { title: 7.1, small: 6.1 } as const;
const INSET = 14;
/** A drawing that is a little too wide is made smaller; one that is much too wide is scrolled. */
const LEAST_FITTED = 480;
const MOST_FITTED = 820;

const WORDS: Readonly<Record<DiagramNode["status"], string>> = {
  running: "running",
  success: "success",
  failed: "failed",
  cancelled: "cancelled",
};

/** What {@linkcode Diagram} draws. */
export interface DiagramProps {
  readonly graph: Graph;
  /** Where a step leads to. */
  readonly toHref: (node: DiagramNode) => string;
}

/** The steps of a run and the order in which they followed each other. */
export function Diagram({ graph, toHref }: DiagramProps): JSX.Element {
  const { width, height, nodes, edges } = layOut(graph);
  const [w, h] = [Math.ceil(width) + 4, Math.ceil(height) + 4];
  return (
    <figure class="diagram card" tabindex={0} role="group" aria-label="Diagram of the steps">
      <svg
        width={w}
        height={h}
        class={w > LEAST_FITTED && w <= MOST_FITTED ? "fits" : undefined}
        viewBox={`-2 -2 ${w} ${h}`}
        role="img"
        aria-label={`${nodes.length} steps in the order in which they followed each other`}
      >
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path class="tip" d="M0 0.8 7.5 4 0 7.2Z" />
          </marker>
        </defs>
        {nodes.filter(({ isGroup }) => isGroup).map((placed) => (
          <Group placed={placed} href={toHref(placed.node)} />
        ))}
        {edges.map(({ from, to }) => <path class="edge" d={toPath(from, to)} marker-end="url(#tip)" />)}
        {nodes.filter(({ isGroup }) => !isGroup).map((placed) => (
          <Box placed={placed} href={toHref(placed.node)} />
        ))}
      </svg>
    </figure>
  );
}

function Box(
  { placed: { node, x, y, width, height }, href }: { placed: PlacedNode; href: string },
): JSX.Element {
  return (
    <a href={href} class={`is-${node.status}`} transform={`translate(${round(x)} ${round(y)})`}>
      <title>{describe(node)}</title>
      <rect class="box" width={width} height={height} rx="6" />
      <rect class="stripe" x="0" y="6" width="3.5" height={height - 12} rx="1.75" />
      <text x={INSET} y="19">{fit(toTitle(node), (width - 2 * INSET) / LETTER.title)}</text>
      <text x={INSET} y="36" class="tone">{toWord(node)}</text>
      <text x={width - INSET + 2} y="36" class="soft" text-anchor="end" data-since={toSince(node)}>
        {toDuration(node.durationMs)}
      </text>
    </a>
  );
}

function Group(
  { placed: { node, x, y, width, height }, href }: { placed: PlacedNode; href: string },
): JSX.Element {
  const words = `${toWord(node)} · ${toDuration(node.durationMs)}`;
  return (
    <a href={href} class={`group is-${node.status}`} transform={`translate(${round(x)} ${round(y)})`}>
      <title>{describe(node)}</title>
      <rect class="box" width={width} height={height} rx="8" />
      <rect class="stripe" x="0" y="8" width="3.5" height={Math.max(0, height - 16)} rx="1.75" />
      <text x={INSET} y="18">{fit(toTitle(node), (width - 2 * INSET) / LETTER.title)}</text>
      <text x={INSET} y="32" class="soft">{fit(words, (width - 2 * INSET) / LETTER.small)}</text>
    </a>
  );
}

function toTitle({ title, count }: DiagramNode): string {
  return count > 1 ? `${title} × ${count.toLocaleString("en-US")}` : title;
}

/** The page's script counts on from there. */
function toSince({ status, startedAt }: DiagramNode): number | undefined {
  return status === "running" ? startedAt : undefined;
}

function toWord({ status, count, failed, attempts }: DiagramNode): string {
  if (count > 1 && failed > 0) return `${failed.toLocaleString("en-US")} failed`;
  return attempts > 1 ? `${WORDS[status]}, ${attempts} attempts` : WORDS[status];
}

function describe(node: DiagramNode): string {
  const { title, id, durationMs, error } = node;
  return `${title === id ? toTitle(node) : `${toTitle(node)} (${id})`}: ${toWord(node)}, ${
    toDuration(durationMs)
  }${error ? `. ${error}` : ""}`;
}

/** From the middle of the lower edge of a box to that of the upper edge of another one. */
function toPath(from: PlacedNode, to: PlacedNode): string {
  const [x1, y1] = [round(from.x + from.width / 2), round(from.y + from.height)];
  const [x2, y2] = [round(to.x + to.width / 2), round(to.y - 1)];
  const bend = Math.min(40, Math.max(12, (y2 - y1) / 2));
  return `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
}

function fit(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, Math.max(1, Math.floor(most) - 1)).join("")}…`;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
