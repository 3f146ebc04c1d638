import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { openRegistry } from "../open_registry.ts";
import type { CommandLine } from "../parse_command.ts";
import { toPrintable } from "../printable.ts";

/**
 * `workflow-code desktop remove`: removes a project from Desktop.
 *
 * @param command The command line.
 * @returns What was removed, and what stays.
 */
export async function runDesktopRemove({ operands, options }: CommandLine): Promise<Outcome> {
  using registry = openRegistry(options);
  const project = await registry.find(operands[0] ?? "");
  await registry.remove(project);
  const text =
    `Removed ${project.name} (${project.id}). Its folder, its data and the records of its runs are left; ` +
    "clients that have its definition are told that it was removed.\n";
  return { exitCode: EXIT_CODES.success, stdout: toPrintable(text) };
}
