import { toSavedServerPath } from "../../auth/to_saved_server_path.ts";
import { toMessage, WorkflowError } from "../../errors.ts";
import { readAuthDirs } from "../auth_dirs.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import type { CommandLine } from "../parse_command.ts";
import { printDiagnostic } from "../printer.ts";

/**
 * `workflow-code auth logout`: removes what `auth login` saved.
 *
 * @param command The command line.
 * @returns Exit code 0, also where there was nothing.
 */
export async function runAuthLogout({ options }: CommandLine): Promise<Outcome> {
  const path = toSavedServerPath("login", readAuthDirs(options));
  try {
    await Deno.remove(path);
    printDiagnostic(`workflow-code: the saved login at ${path} is removed\n`);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) {
      throw new WorkflowError(
        "store_failed",
        `Cannot remove the saved login at ${path}: ${toMessage(cause)}`,
        {
          cause,
        },
      );
    }
    printDiagnostic(`workflow-code: there is no saved login at ${path}\n`);
  }
  return { exitCode: EXIT_CODES.success };
}
