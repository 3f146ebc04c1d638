import { join } from "@std/path";
import { openProject } from "../project/open_project.ts";
import type { Manifest } from "../project/manifest.ts";
import type { ExecutorBundle } from "../run/executor_process.ts";
import { RelatedProjects } from "../run/related/related_projects.ts";
import { WorkflowHost, type WorkflowHostOptions } from "../run/workflow_host.ts";
import { readAuthDirs } from "./auth_dirs.ts";
import { readDataDir } from "./data_dir.ts";
import { describeRelated } from "./describe_related.ts";
import { openRelated } from "./open_related.ts";
import type { OptionValues } from "./option_values.ts";
import { createLogPrinter, printDiagnostic } from "./printer.ts";
import { readGrants } from "./read_grants.ts";
import { readRelatedDirs, RELATED_PROJECT } from "./related_option.ts";

/** What {@linkcode openHost} opens. */
export interface OpenHostOptions {
  /** The project folder as it was given. */
  readonly dir: string;
  /** The options of the command line. */
  readonly options: OptionValues;
  /** How many runs may work at a time, those of related projects included. @default the number of processors, at least 2 */
  readonly maxConcurrency?: number;
  /** How long the executor is kept without a run, in milliseconds. @default 300000 */
  readonly idleMs?: number | undefined;
  /** The manifest, where it has been read before. */
  readonly manifest?: Manifest | undefined;
  /** An earlier snapshot of the project, to be served in place of what its source is now. */
  readonly bundle?: ExecutorBundle | undefined;
  /** Whether many runs will follow, for which related projects stay as they are now. @default false */
  readonly isServing?: boolean;
  /** Whether what the project gets is left unsaid. @default false */
  readonly isQuiet?: boolean;
  /** Takes what project code prints. @default writes it to stderr, each line with the run's id */
  readonly onLog?: WorkflowHostOptions["onLog"];
  /** Watches the runs. @default nobody */
  readonly observer?: WorkflowHostOptions["observer"];
  /** Puts other defaults into what the project offers. @default the author's own */
  readonly adaptSpec?: WorkflowHostOptions["adaptSpec"];
  /** Folders of data, besides those that the options name, that no run may read. @default none */
  readonly privateDirs?: readonly string[] | undefined;
  /** The command that grants what is missing, up to the project folder. @default the one that starts the project */
  readonly grantCommand?: string | undefined;
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
    maxConcurrency = Math.max(2, navigator.hardwareConcurrency),
    idleMs,
    manifest,
    bundle,
    isServing = false,
    isQuiet = false,
    onLog,
    observer,
    adaptSpec,
    privateDirs = [],
    grantCommand,
    signal,
  }: OpenHostOptions,
): Promise<WorkflowHost> {
  const dataDir = readDataDir(options);
  const granted = readGrants(options);
  const grants = { ...granted, privateDirs: [...granted.privateDirs ?? [], ...privateDirs], grantCommand };
  const opening = openProject(dir, { ...grants, manifest });
  const dirs = readRelatedDirs(options.get(RELATED_PROJECT) ?? []);
  const bound = opening.then((project) => openRelated(project.manifest, { ...grants, dirs }));
  // Nothing is served of a project whose relations do not fit.
  const project = Promise.all([opening, bound]).then(([opened]) => opened);
  const common = {
    dataDir,
    privateDirs,
    ...readAuthDirs(options),
    maxConcurrency,
    idleMs,
    onLog: onLog ?? createLogPrinter(),
    signal,
  };
  const related: RelatedProjects = new RelatedProjects((one) =>
    WorkflowHost.open(Promise.resolve(one), {
      ...common,
      // What a related project keeps is where it is when it is started by itself.
      fileStoreDir: join(dataDir, "files"),
      related: {
        answer: (call) => related.answer(call),
        isBound: (id, alias) => related.isBound(id, alias),
      },
    })
  );
  const host = await WorkflowHost.open(project, {
    ...common,
    fileStoreDir: options.get("file-store-dir")?.[0] ?? join(dataDir, "files"),
    kvStoreDir: options.get("kv-store-dir")?.[0],
    persistentValueStoreDir: options.get("persistent-value-store-dir")?.[0],
    fileCreateStoreDir: options.get("file-create-store-dir")?.[0],
    related,
    observer,
    adaptSpec,
    bundle,
  });
  const projects = (await bound).map((one) => one.project);
  related.start(host, projects);
  // What is wrong with one is told when it is run.
  if (isServing) { for (const one of projects) one.bundle().catch(() => {}); }
  if (isQuiet) return host;
  for (const line of host.project.grants.summary) printDiagnostic(`workflow-code: the project ${line}\n`);
  for (const line of (await bound).flatMap(describeRelated)) printDiagnostic(`workflow-code: ${line}\n`);
  return host;
}
