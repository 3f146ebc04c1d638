/** What a person has set for the whole Desktop. */
export interface DesktopSettings {
  /** For how many days runs that have ended are kept in lists; null for ever. */
  readonly keepRunsDays: number | null;
  /** For how many days the logs of runs that have ended are kept; null as long as the runs. */
  readonly keepLogsDays: number | null;
  /** For how many days files, journals and bundles of runs that have ended are kept; null for as long as without Desktop. */
  readonly keepFilesDays: number | null;
}

/** The settings of a Desktop in which nothing was set. */
export const DEFAULT_SETTINGS: DesktopSettings = { keepRunsDays: 90, keepLogsDays: 30, keepFilesDays: 180 };
