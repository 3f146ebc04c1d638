import type { RecordedRun } from "../../data/recorded_run.ts";
import type { EnteredValues } from "../forms/read_form.ts";

/**
 * What a run was given, as a form takes it.
 *
 * @param run The run; of a call that was refused, what the client gave.
 * @returns The values.
 */
export function toRunValues({ report, mcpInput }: Pick<RecordedRun, "report" | "mcpInput">): EnteredValues {
  if (report) return report.params;
  return typeof mcpInput === "object" && mcpInput !== null && !Array.isArray(mcpInput)
    ? mcpInput as EnteredValues
    : {};
}
