import { parseResolvedParams, type ResolvedOptions } from "../core/parse_resolved_params.ts";
import type { EntrypointSpec } from "../core/spec.ts";
import { reviveError, WorkflowError } from "../errors.ts";
import type { RunOutcome } from "./protocol.ts";

/**
 * Reads what came of a call of `resolveParams`.
 *
 * @param entrypoint The entrypoint.
 * @param outcome How the call ended.
 * @returns The options by param.
 * @throws {WorkflowError} What the author's function threw, or what is wrong with what it returned.
 */
export function toResolvedOptions(entrypoint: EntrypointSpec, outcome: RunOutcome): ResolvedOptions {
  switch (outcome.status) {
    case "success":
      return parseResolvedParams(entrypoint, outcome.output);
    case "failed":
      throw reviveError(outcome.error);
    case "ended":
    case "suspended":
      throw new WorkflowError(
        "timeout",
        `resolveParams of ${JSON.stringify(entrypoint.id)} did not answer in time`,
      );
  }
}
