import { WorkflowError } from "../../errors.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { onSignals } from "../on_signals.ts";
import { openHost } from "../open_host.ts";
import type { CommandLine } from "../parse_command.ts";

/**
 * `workflow-code json`: runs one entrypoint and prints the report.
 *
 * @param command The command line.
 * @returns The run report as JSON; exit code 0 for a success, 130 when it was interrupted, else 1.
 */
export async function runJson({ operands, options, params }: CommandLine): Promise<Outcome> {
  const [dir = "", entrypointId = ""] = operands;
  const interrupted = new AbortController();
  using _signals = onSignals(() => interrupted.abort());
  const host = await untilAborted(openHost({ dir, options }), interrupted.signal);
  if (!host) return { exitCode: EXIT_CODES.interrupted };
  try {
    const report = await host.run(host.entrypoint(entrypointId), params, { signal: interrupted.signal });
    const stdout = `${JSON.stringify(report, null, 2)}\n`;
    if (interrupted.signal.aborted) return { exitCode: EXIT_CODES.interrupted, stdout };
    return { exitCode: report.status === "success" ? EXIT_CODES.success : EXIT_CODES.failed, stdout };
  } catch (error) {
    if (error instanceof WorkflowError && error.code === "invalid_arguments") {
      throw new WorkflowError("usage", error.message, { cause: error, faults: error.faults });
    }
    throw error;
  } finally {
    await host.close();
  }
}

/** Waits for something, but no longer than until the signal aborts: a project that never finishes loading can be left. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  signal.addEventListener("abort", () => aborted.resolve(undefined), { once: true });
  return await Promise.race([work, aborted.promise]);
}
