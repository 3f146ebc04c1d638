import {
  DesktopDatabase,
  type DesktopDatabaseOptions,
} from "../../../../src/desktop/data/desktop_database.ts";
import type { DesktopProject } from "../../../../src/desktop/data/desktop_project.ts";
import type { RunChange } from "../../../../src/desktop/data/run_change.ts";

/** A Desktop database in a folder of its own. */
export class TempDesktop implements Disposable {
  readonly dir = Deno.makeTempDirSync();
  readonly database: DesktopDatabase;

  constructor(options: DesktopDatabaseOptions = {}) {
    this.database = new DesktopDatabase(this.dir, options);
  }

  [Symbol.dispose](): void {
    this.database[Symbol.dispose]();
    Deno.removeSync(this.dir, { recursive: true });
  }
}

/** A project of the registry. */
export function sampleProject(id: string, more: Partial<DesktopProject> = {}): DesktopProject {
  return {
    id,
    projectId: crypto.randomUUID(),
    name: `Project ${id}`,
    dir: `/projects/${id}`,
    addedAt: 1,
    allowInheritEnv: [],
    allowRead: [],
    ...more,
  };
}

/** A run that begins. */
export function begun(
  runId: string,
  more: Partial<Extract<RunChange, { readonly type: "begun" }>> = {},
): RunChange {
  const startedAt = more.startedAt ?? 1000;
  return {
    type: "begun",
    runId,
    desktopProjectId: "p1",
    projectName: "Invoices",
    entrypointId: "main",
    entrypointTitle: "Main",
    source: "mcp",
    owner: "owner-1",
    startedAt,
    statuses: [{ status: "running", at: startedAt }],
    mcpInput: "{}",
    cliArgs: [],
    report: "null",
    ...more,
  };
}
