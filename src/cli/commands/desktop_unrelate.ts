import { WorkflowError } from "../../errors.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { openRegistry } from "../open_registry.ts";
import type { CommandLine } from "../parse_command.ts";
import { toPrintable } from "../printable.ts";

/**
 * `workflow-code desktop unrelate`: takes a relation back.
 *
 * @param command The command line.
 * @returns What is no longer related.
 */
export async function runDesktopUnrelate({ operands, options }: CommandLine): Promise<Outcome> {
  const [id = "", alias = ""] = operands;
  using registry = openRegistry(options);
  const { database } = registry;
  const project = await registry.find(id);
  if (!database.unrelate(project.id, alias)) {
    const names = database.relations(project.id).map((one) => one.alias);
    throw new WorkflowError(
      "usage",
      `${project.name} has no relation ${JSON.stringify(alias)}; it has ${names.join(", ") || "none"}`,
    );
  }
  const text = `${project.name} no longer reaches ${alias}. Clients have to connect anew.\n`;
  return { exitCode: EXIT_CODES.success, stdout: toPrintable(text) };
}
