import { asUsage } from "../as_usage.ts";
import type { Outcome } from "../exit_codes.ts";
import { hintAtAnswer } from "../hint_at_answer.ts";
import type { CommandLine } from "../parse_command.ts";
import { toRunOutcome } from "../run_outcome.ts";
import { withHost } from "../with_host.ts";

/**
 * `workflow-code json`: runs one entrypoint and prints the report.
 *
 * @param command The command line.
 * @returns The run report as JSON; exit code 0 for a success, 3 when the run waits for a person (it is kept, and
 * `resume` goes on with it), 130 when it was interrupted, else 1.
 */
export async function runJson(command: CommandLine): Promise<Outcome> {
  const { operands: [dir = "", entrypointId = ""], options, params } = command;
  return await withHost({ dir, options }, async (host, signal) => {
    const result = await host.start(host.entrypoint(entrypointId), params, { signal }).catch(asUsage);
    hintAtAnswer(result, options);
    return toRunOutcome(result, signal);
  });
}
