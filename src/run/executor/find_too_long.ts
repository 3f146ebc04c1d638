import { WorkflowError } from "../../errors.ts";
import type { FromWorker } from "../protocol.ts";

/** As long may one message of a run be that its host gets, in characters: it has other runs to serve, and reads it at one go. */
const LONGEST = 32 * 1024 * 1024;

/**
 * Looks whether a message of a run is too long for its host.
 *
 * @param message The message.
 * @param length Its length in characters of JSON.
 * @returns What the run fails with; undefined for a message that is short enough or stays in the executor.
 */
export function findTooLong(message: FromWorker, length: number): WorkflowError | undefined {
  if (length <= LONGEST) return undefined;
  const size = `takes ${length} characters of JSON, at most ${LONGEST} are accepted`;
  switch (message.type) {
    case "outcome":
      return new WorkflowError(
        "run_failed",
        `${
          message.outcome.status === "success" ? "The run's output" : "What the run failed with"
        } ${size}; write what is larger to a file with ctx.files.create`,
      );
    case "loaded":
    case "load_failed":
    case "event":
    case "ask":
      return new WorkflowError("run_failed", `What the workflow tells of itself ${size}`);
    case "step":
    case "answer":
    case "store":
    case "host_call":
    case "host_call_abort":
    case "cancelled":
      return undefined;
  }
}
