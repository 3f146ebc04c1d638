import { join } from "@std/path";
import { Registry } from "../../../src/desktop/data/registry.ts";
import { DesktopHosts } from "../../../src/desktop/host/desktop_hosts.ts";
import type { RecordedRun } from "../../../src/desktop/data/recorded_run.ts";
import { openProject } from "../../../src/project/open_project.ts";
import { EXECUTOR_ARGUMENT } from "../../../src/run/executor_command.ts";
import { WorkflowHost } from "../../../src/run/workflow_host.ts";
import type { TempDesktop } from "./desktop.ts";
import { executable } from "./executable.ts";
import { eventually } from "./processes.ts";

/** What a dashboard works with, with executors of the executable. */
export interface DashboardHosts extends AsyncDisposable {
  readonly hosts: DesktopHosts;
  readonly registry: Registry;
  /** What was said on stderr. */
  readonly said: readonly string[];
  /** Waits until a run is as a test wants it. */
  until(runId: string, what: string, is: (run: RecordedRun) => boolean): Promise<RecordedRun>;
}

/** Opens what a dashboard works with. */
export function openDashboardHosts(desktop: TempDesktop): DashboardHosts {
  const registry = Registry.open({}, { env: {}, platform: Deno.build.os, home: desktop.home });
  const { database, userData } = registry;
  const said: string[] = [];
  const hosts = new DesktopHosts({
    database,
    userData,
    say: (text) => said.push(text),
    openHost: async ({ dir, observer, maxConcurrency, signal }) => {
      const { dataDir } = userData;
      const project = openProject(dir, { env: {}, cacheDir: join(dataDir, "cache") });
      return await WorkflowHost.open(project, {
        dataDir,
        fileStoreDir: join(dataDir, "files"),
        maxConcurrency,
        onLog: () => {},
        observer,
        signal,
        command: [executable(), EXECUTOR_ARGUMENT],
      });
    },
  });
  return {
    hosts,
    registry,
    said,
    until: async (runId, what, is) => {
      let run: RecordedRun | undefined;
      await eventually(what, { ms: 15_000, is: () => (run = database.run(runId)) !== undefined && is(run) });
      if (!run) throw new Error("There is no run");
      return run;
    },
    [Symbol.asyncDispose]: async () => {
      await hosts[Symbol.asyncDispose]();
      registry[Symbol.dispose]();
    },
  };
}
