import { join } from "@std/path";
import { openProject, type OpenProjectOptions } from "../project/open_project.ts";
import type { Manifest } from "../project/manifest.ts";
import type { ExecutorBundle } from "../run/executor_process.ts";
import { WorkflowHost, type WorkflowHostOptions } from "../run/workflow_host.ts";
import { readAuthDirs } from "./auth_dirs.ts";
import { readDataDir } from "./data_dir.ts";
import { createLogPrinter, printDiagnostic } from "./printer.ts";

/** What {@linkcode openHost} opens. */
export interface OpenHostOptions {
  /** The project folder as it was given. */
  readonly dir: string;
  /** The options of the command line. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** How many runs may work at a time. @default 1 */
  readonly maxConcurrency?: number;
  /** How long the executor is kept without a run, in milliseconds. @default 300000 */
  readonly idleMs?: number;
  /** The manifest, where it has been read before. */
  readonly manifest?: Manifest;
  /** An earlier snapshot of the project, to be served in place of what its source is now. */
  readonly bundle?: ExecutorBundle;
  /** Whether what the project gets is left unsaid. @default false */
  readonly isQuiet?: boolean;
  /** Takes what project code prints. @default writes it to stderr, each line with the run's id */
  readonly onLog?: WorkflowHostOptions["onLog"];
  /** Watches the runs. @default nobody */
  readonly observer?: NonNullable<WorkflowHostOptions["observer"]>;
  /** Puts other defaults into what the project offers. @default the author's own */
  readonly adaptSpec?: NonNullable<WorkflowHostOptions["adaptSpec"]>;
  /** Folders of data, besides those that the options name, that no run may read. @default none */
  readonly privateDirs?: readonly string[];
  /** Gives up opening when it aborts. */
  readonly signal: AbortSignal;
}

/**
 * Opens the project that a command line names, and says on stderr what it gets.
 *
 * @param request What the command line says.
 * @returns The host; close it at the end.
 * @throws {WorkflowError} If the project cannot be served.
 */
export async function openHost(
  {
    dir,
    options,
    maxConcurrency = 1,
    idleMs,
    manifest,
    bundle,
    isQuiet = false,
    onLog,
    observer,
    adaptSpec,
    privateDirs = [],
    signal,
  }: OpenHostOptions,
): Promise<WorkflowHost> {
  const dataDir = readDataDir(options);
  const [kvStoreDir] = options.get("kv-store-dir") ?? [];
  const [persistentValueStoreDir] = options.get("persistent-value-store-dir") ?? [];
  const fileStoreDir = options.get("file-store-dir")?.[0] ?? join(dataDir, "files");
  const [fileCreateStoreDir] = options.get("file-create-store-dir") ?? [];
  const authDirs = readAuthDirs(options);
  const project = openProject(
    dir,
    {
      env: Deno.env.toObject(),
      allowInheritEnv: options.get("allow-inherit-env") ?? [],
      allowRead: options.get("allow-read") ?? [],
      mcpServersFile: options.get("mcp-servers")?.[0],
      cacheDir: join(dataDir, "cache"),
      privateDirs: [
        kvStoreDir,
        persistentValueStoreDir,
        fileStoreDir,
        ...Object.values(authDirs),
        ...privateDirs,
      ]
        .filter((one) => one !== undefined),
      ...(manifest ? { manifest } : {}),
    } satisfies OpenProjectOptions,
  );
  const host = await WorkflowHost.open(project, {
    dataDir,
    fileStoreDir,
    ...(kvStoreDir === undefined ? {} : { kvStoreDir }),
    ...(persistentValueStoreDir === undefined ? {} : { persistentValueStoreDir }),
    ...(fileCreateStoreDir === undefined ? {} : { fileCreateStoreDir }),
    ...authDirs,
    maxConcurrency,
    ...(idleMs === undefined ? {} : { idleMs }),
    onLog: onLog ?? createLogPrinter(),
    signal,
    ...(observer ? { observer } : {}),
    ...(adaptSpec ? { adaptSpec } : {}),
    ...(bundle ? { bundle } : {}),
  });
  if (isQuiet) return host;
  for (const line of host.project.grants.summary) printDiagnostic(`workflow-code: the project ${line}\n`);
  return host;
}
