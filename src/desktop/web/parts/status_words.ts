import type { RecordedStatus } from "../../data/recorded_run.ts";

/** What people read for a status. */
export const STATUS_WORDS: Readonly<Record<RecordedStatus, string>> = {
  success: "Success",
  failed: "Failed",
  refused: "Refused",
  timeout: "Timed out",
  cancelled: "Cancelled",
  interrupted: "Interrupted",
  waiting_for_input: "Waiting",
  running: "Running",
  resumed: "Running again",
};

/** The statuses of a run that is not over. */
export const OPEN_STATUSES: readonly RecordedStatus[] = ["running", "resumed", "waiting_for_input"];

/** What runs can be filtered by: a name in addresses, what people read, and the statuses that it stands for. */
export const STATUS_FILTERS: readonly {
  readonly name: string;
  readonly title: string;
  readonly statuses: readonly RecordedStatus[];
}[] = [
  { name: "waiting", title: "Waiting", statuses: ["waiting_for_input"] },
  { name: "running", title: "Running", statuses: ["running", "resumed"] },
  { name: "failed", title: "Failed", statuses: ["failed", "timeout", "interrupted", "refused"] },
  { name: "success", title: "Success", statuses: ["success"] },
  { name: "cancelled", title: "Cancelled", statuses: ["cancelled"] },
];
