import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { openHost } from "../open_host.ts";
import type { CommandLine } from "../parse_command.ts";

/**
 * `workflow-code structure`: prints what a project offers.
 *
 * @param command The command line.
 * @returns The structure report as JSON.
 */
export async function runStructure({ operands, options }: CommandLine): Promise<Outcome> {
  const [dir = ""] = operands;
  const host = await openHost({ dir, options });
  try {
    const { id, name, version } = host.project.manifest;
    const report = { project: { id, name, version }, entrypoints: host.spec.entrypoints };
    return { exitCode: EXIT_CODES.success, stdout: `${JSON.stringify(report, null, 2)}\n` };
  } finally {
    await host.close();
  }
}
