import type { DesktopProject } from "../../desktop/data/desktop_project.ts";
import { type ProjectState, readProjectState } from "../../desktop/data/project_state.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { openRegistry } from "../open_registry.ts";
import type { CommandLine } from "../parse_command.ts";
import { toPrintable } from "../printable.ts";
import { printDiagnostic } from "../printer.ts";

const STATES: Readonly<Record<ProjectState["state"], string>> = {
  ready: "ready",
  moved: "moved",
  changed_id: "other id",
  broken: "broken",
};

/**
 * `workflow-code desktop list`: the projects of Desktop, and how they are.
 *
 * @param command The command line.
 * @returns A table, or with `--json` a list.
 */
export async function runDesktopList({ options }: CommandLine): Promise<Outcome> {
  using registry = openRegistry(options);
  const { database, userData } = registry;
  const projects = await Promise.all(
    database.projects().map(async (project) => ({ project, state: await readProjectState(project) })),
  );
  const exitCode = EXIT_CODES.success;
  if (options.has("json")) {
    const list = projects.map(({ project, state }) => ({
      ...project,
      addedAt: new Date(project.addedAt).toISOString(),
      relations: Object.fromEntries(
        database.relations(project.id).map(({ alias, otherId }) => [alias, otherId]),
      ),
      state: state.state,
      ...("reason" in state ? { reason: state.reason } : {}),
    }));
    return { exitCode, stdout: `${JSON.stringify({ projects: list }, null, 2)}\n` };
  }
  if (projects.length === 0) {
    printDiagnostic(
      `workflow-code: there are no projects in ${userData.dir}; \`workflow-code desktop add <workflow-dir>\` adds one\n`,
    );
    return { exitCode, stdout: "" };
  }
  return { exitCode, stdout: toPrintable(renderTable(projects)) };
}

function renderTable(
  projects: readonly { readonly project: DesktopProject; readonly state: ProjectState }[],
): string {
  const rows = [
    ["ID", "STATE", "NAME", "FOLDER"],
    ...projects.map(({ project: { id, name, dir }, state }) => [id, STATES[state.state], name, dir]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.flatMap((row, index) => {
    const state = projects[index - 1]?.state;
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    const reason = state && "reason" in state ? state.reason.split("\n").map((line) => `  ${line}`) : [];
    return [cells.join("  ").trimEnd(), ...reason];
  }).map((line) => `${line}\n`).join("");
}
