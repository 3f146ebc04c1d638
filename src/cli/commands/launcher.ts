import { findLaunched } from "../../desktop/host/find_launched.ts";
import type { Outcome } from "../exit_codes.ts";
import type { CommandLine } from "../parse_command.ts";
import { printDiagnostic } from "../printer.ts";
import { serveProject } from "../serve_project.ts";

/**
 * `workflow-code --workflow-mcp`: serves a project of Desktop to an MCP client, and records every call.
 *
 * @param command The command line.
 * @returns Exit code 0, or 1 if the project could not be served.
 */
export async function runLauncher({ operands, options }: CommandLine): Promise<Outcome> {
  const [id = ""] = operands;
  const launched = findLaunched(id, { profile: options.get("profile")?.[0] });
  return await serveProject({
    manifest: launched.then(({ manifest }) => manifest),
    prepare: async () => {
      const { prepareLaunch } = await import("../../desktop/host/prepare_launch.ts");
      return prepareLaunch(await launched, (text) => printDiagnostic(`workflow-code: ${text}\n`));
    },
  });
}
