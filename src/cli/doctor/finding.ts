/** What was looked at. */
export type FindingArea =
  | "manifest"
  | "types"
  | "permissions"
  | "bundle"
  | "tools"
  | "names"
  | "stores"
  | "runs"
  | "models"
  | "relations";

/** How bad it is: `broken` keeps the project from being served or run. */
export type FindingLevel = "ok" | "note" | "warning" | "broken";

/** What a look at a project found. */
export interface Finding {
  readonly level: FindingLevel;
  readonly area: FindingArea;
  readonly message: string;
  /** What to do about it. */
  readonly mend?: string;
}
