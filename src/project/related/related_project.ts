import type { Manifest } from "../manifest.ts";

/** A project that is bound to an alias: either manifest has a relation to the other. */
export interface RelatedProject {
  /** What the project that was started calls it. */
  readonly alias: string;
  readonly manifest: Manifest;
}
