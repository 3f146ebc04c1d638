import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import type { CommandLine } from "../parse_command.ts";
import { withHost } from "../with_host.ts";

/**
 * `workflow-code structure`: prints what a project offers.
 *
 * @param command The command line.
 * @returns The structure report as JSON.
 */
export async function runStructure({ operands: [dir = ""], options }: CommandLine): Promise<Outcome> {
  return await withHost({ dir, options }, ({ project, spec: { entrypoints } }) => {
    const { id, name, version } = project.manifest;
    const report = { project: { id, name, version }, entrypoints };
    return { exitCode: EXIT_CODES.success, stdout: `${JSON.stringify(report, null, 2)}\n` };
  });
}
