import type { NodeStatus } from "../../../run/report.ts";

/** A box of the diagram and a row of the timeline: one step, or several repeats of it. */
export interface DiagramNode {
  readonly id: string;
  readonly title: string;
  readonly parent: string | null;
  readonly status: NodeStatus;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly attempts: number;
  readonly error?: string;
  /** How many steps it stands for. */
  readonly count: number;
  /** How many of them failed. */
  readonly failed: number;
}

/** From a step to one that began after it. */
export interface DiagramEdge {
  readonly from: string;
  readonly to: string;
}

/** What a run did, as it is drawn. */
export interface Graph {
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}
