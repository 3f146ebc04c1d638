import { join } from "@std/path";
import { toAuthDirs } from "../auth/to_auth_dirs.ts";
import { WorkflowError } from "../errors.ts";
import { credentialValues } from "../project/credential_values.ts";
import type { Project } from "../project/open_project.ts";
import { importFile } from "../store/import_file.ts";
import { openHostJournal } from "../store/journal/host_journal.ts";
import { checkImportable } from "./check_importable.ts";
import { executorCommand } from "./executor_command.ts";
import type { ExecutorBundle } from "./executor_process.ts";
import { LogMask } from "./log_mask.ts";
import type { RelatedProjects } from "./related/related_projects.ts";
import type { RunObserver } from "./run_observer.ts";
import { RunService } from "./run_service.ts";
import { toPrivatePaths } from "./to_private_paths.ts";
import { type GivenStoreDirs, toStoreDirs } from "./to_store_dirs.ts";
import { withUpkeep } from "./with_upkeep.ts";

const DEFAULT_IDLE_MS = 5 * 60 * 1000;

/** What {@linkcode createRunService} needs besides the project. */
export interface CreateRunServiceOptions extends GivenStoreDirs {
  /** Where imported files are kept. */
  readonly fileStoreDir: string;
  /** Where the login of the command line is. @default `<dataDir>/auth` */
  readonly authDir?: string;
  /** Where that of Desktop is. @default `<dataDir>/desktop-config` */
  readonly desktopConfigDir?: string;
  /** How many runs may work at a time. */
  readonly maxConcurrency: number;
  /** How long the executor is kept without a run, in milliseconds. @default 300000 */
  readonly idleMs?: number | undefined;
  /** Takes what project code prints: with a run's id, or without while the project is loaded. */
  readonly onLog: (text: string, runId?: string) => void;
  /** More folders of which no run gets anything. @default none */
  readonly privateDirs?: readonly string[];
  /** The command that starts an executor. @default this same program */
  readonly command?: readonly string[];
  /** Watches the runs. @default nobody */
  readonly observer?: RunObserver | undefined;
  /** The projects that its runs can reach. @default none */
  readonly related?: Pick<RelatedProjects, "answer" | "isBound">;
  /** Serves an earlier snapshot, whatever the project's source is now. @default the project is bundled */
  readonly bundle?: ExecutorBundle | undefined;
}

/**
 * Makes the service that runs a project's entrypoints, with the environment of this process. Nothing is started yet.
 *
 * @param project The project, which may still be being opened.
 * @param options Where data goes and how much may run.
 * @returns The service; close it at the end.
 */
export function createRunService(project: Promise<Project>, options: CreateRunServiceOptions): RunService {
  const hostEnv = Deno.env.toObject();
  const { dataDir } = options;
  const auth = toAuthDirs(dataDir, options);
  const privatePaths = project.then(({ dir, manifest, hidesDotEnv }) => [
    ...toPrivatePaths({
      dataDir,
      auth,
      stores: toStoreDirs(manifest.id, options),
      ...(hidesDotEnv ? { hiddenDotEnv: join(dir, ".env") } : {}),
    }),
    ...options.privateDirs ?? [],
  ]);
  const logMask = new LogMask();
  const masked = project.then(({ manifest, grants }) =>
    logMask.add(credentialValues(grants.env, manifest.inheritEnvironment))
  );
  for (const part of [privatePaths, masked]) part.catch(() => {}); // Whoever needs the project is told.
  return new RunService({
    projectId: project.then(({ manifest }) => manifest.id),
    project: {
      setup: project.then(({ dir, manifest, hidesDotEnv, grants: { env, read, net, sys } }) => ({
        projectDir: dir,
        dataDir,
        stores: toStoreDirs(manifest.id, options),
        env,
        read,
        net,
        sys,
        hidesDotEnv,
        ...(manifest.model === undefined ? {} : { model: manifest.model }),
      })),
      findServer: async () => {
        const [{ findServer }, { server: dotEnv }] = await Promise.all([
          import("./find_server.ts"),
          project,
        ]);
        return await findServer({ env: hostEnv, dotEnv, ...auth });
      },
      bundle: options.bundle ? Promise.resolve(options.bundle) : project.then((opened) => opened.bundle()),
    },
    command: options.command ?? executorCommand(),
    hostEnv,
    openJournal: () =>
      withUpkeep(openHostJournal(dataDir), { dataDir, onLog: (text) => options.onLog(text) }),
    mcpServers: project.then(({ grants }) => grants.mcpServers),
    importFile: async (path, param) => {
      await checkImportable(path, { param, privatePaths: await privatePaths });
      return await importFile(path, { storeDir: options.fileStoreDir, param });
    },
    answerCall: async (runId, { method, params }, signal) => {
      if (method === "related.run" && options.related) {
        const { manifest: { id: projectId } } = await project;
        return await options.related.answer({ projectId, runId, params, signal });
      }
      throw new WorkflowError("internal", `The host knows no call ${JSON.stringify(method)}`);
    },
    isBound: async (alias) => options.related?.isBound((await project).manifest.id, alias) ?? false,
    maxConcurrency: options.maxConcurrency,
    idleMs: options.idleMs ?? DEFAULT_IDLE_MS,
    onLog: (text, runId) => options.onLog(logMask.mask(text), runId),
    onSecrets: (values) => logMask.add(values),
    observer: options.observer,
  });
}
