import { checkRelation } from "../../desktop/data/check_relation.ts";
import { WorkflowError } from "../../errors.ts";
import { readManifest } from "../../project/manifest.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { openRegistry } from "../open_registry.ts";
import type { CommandLine } from "../parse_command.ts";
import { toPrintable } from "../printable.ts";

/**
 * `workflow-code desktop relate`: binds a relation that two manifests have.
 *
 * @param command The command line.
 * @returns What is related.
 */
export async function runDesktopRelate({ operands, options }: CommandLine): Promise<Outcome> {
  const [id = "", relation = ""] = operands;
  const [, alias, otherId] = /^([^=]+)=(.+)$/.exec(relation) ?? [];
  if (alias === undefined || otherId === undefined) {
    throw new WorkflowError("usage", `Expected <alias>=<other-id>, found ${JSON.stringify(relation)}`);
  }
  using registry = openRegistry(options);
  const [project, other] = await Promise.all([registry.find(id), registry.find(otherId)]);
  const [manifest, otherManifest] = await Promise.all([readManifest(project.dir), readManifest(other.dir)]);
  checkRelation(manifest, alias, otherManifest);
  registry.database.relate(project.id, alias, other.id);
  const text = `${project.name} reaches ${other.name} as ${alias}. Clients have to connect anew.\n`;
  return { exitCode: EXIT_CODES.success, stdout: toPrintable(text) };
}
