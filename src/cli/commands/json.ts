import { WorkflowError } from "../../errors.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import type { CommandLine } from "../parse_command.ts";
import { withHost } from "../with_host.ts";

/**
 * `workflow-code json`: runs one entrypoint and prints the report.
 *
 * @param command The command line.
 * @returns The run report as JSON; exit code 0 for a success, 130 when it was interrupted, else 1.
 */
export async function runJson(command: CommandLine): Promise<Outcome> {
  const { operands: [, entrypointId = ""], params } = command;
  return await withHost(command, async (host, signal) => {
    const report = await host.run(host.entrypoint(entrypointId), params, { signal }).catch(asUsage);
    const stdout = `${JSON.stringify(report, null, 2)}\n`;
    if (signal.aborted) return { exitCode: EXIT_CODES.interrupted, stdout };
    return { exitCode: report.status === "success" ? EXIT_CODES.success : EXIT_CODES.failed, stdout };
  });
}

/** Arguments that do not fit are a wrong command line. */
function asUsage(error: unknown): never {
  if (!(error instanceof WorkflowError) || error.code !== "invalid_arguments") throw error;
  throw new WorkflowError("usage", error.message, { cause: error, faults: error.faults });
}
