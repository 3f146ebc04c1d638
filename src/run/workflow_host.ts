import { join } from "@std/path";
import type { InteractionRequest } from "../core/interaction.ts";
import type { ResolvedOptions } from "../core/parse_resolved_params.ts";
import type { EntrypointSpec, ParamValues, WorkflowSpec } from "../core/spec.ts";
import { toMessage, WorkflowError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { decodeArgs } from "../params/decode_args.ts";
import { createValidator, type Validator } from "../params/validate.ts";
import type { Manifest } from "../project/manifest.ts";
import type { Project } from "../project/open_project.ts";
import { CreatedFiles } from "../store/created_files.ts";
import type { RunResult, Stretch } from "./active_run.ts";
import { createRunService, type CreateRunServiceOptions } from "./create_run_service.ts";
import type { RelatedProjects } from "./related/related_projects.ts";
import type { RunService } from "./run_service.ts";
import { toResolvedOptions } from "./to_resolved_options.ts";
import { toStoreDirs } from "./to_store_dirs.ts";
import { validateAnswer } from "./validate_answer.ts";

/** What {@linkcode WorkflowHost.open} needs besides the project. */
export interface WorkflowHostOptions extends CreateRunServiceOptions {
  /** Puts other defaults into what the project offers. @default the author's own */
  readonly adaptSpec?: ((spec: WorkflowSpec) => Promise<WorkflowSpec>) | undefined;
  /** The projects that were started together, closed with this one where that can be done; absent where no run can reach another project. */
  readonly related?: CreateRunServiceOptions["related"] & Partial<Pick<RelatedProjects, "close">>;
  /** Gives up opening when it aborts; afterwards it has no effect. */
  readonly signal?: AbortSignal;
}

/** An open project that can be run: what it offers is fixed, whatever happens to its files. */
export class WorkflowHost {
  /** The project as it was opened. */
  readonly project: Project;
  /** What it offers. */
  readonly spec: WorkflowSpec;
  readonly #service: RunService;
  readonly #createdDir: string;
  readonly #onLog: WorkflowHostOptions["onLog"];
  readonly #related: WorkflowHostOptions["related"];
  readonly #validators = new Map<EntrypointSpec, Promise<Validator>>();

  private constructor(
    { project, spec, service, createdDir, onLog, related }: {
      readonly project: Project;
      readonly spec: WorkflowSpec;
      readonly service: RunService;
      readonly createdDir: string;
      readonly onLog: WorkflowHostOptions["onLog"];
      readonly related: WorkflowHostOptions["related"];
    },
  ) {
    this.project = project;
    this.spec = spec;
    this.#service = service;
    this.#createdDir = createdDir;
    this.#onLog = onLog;
    this.#related = related;
  }

  /**
   * Starts an executor, bundles the project meanwhile and asks what it offers.
   *
   * @param project The project, which may still be being opened.
   * @param options Where data goes and how much may run.
   * @returns The host; close it at the end.
   * @throws {WorkflowError} `bundle_failed` or `invalid_definition`, naming file and line of the author's source.
   */
  static async open(project: Promise<Project>, options: WorkflowHostOptions): Promise<WorkflowHost> {
    const service = createRunService(project, options);
    const giveUp = () => void service.close();
    options.signal?.addEventListener("abort", giveUp, { once: true });
    try {
      options.signal?.throwIfAborted();
      const opened = await project;
      const spec = await service.describe();
      return new WorkflowHost({
        project: opened,
        spec: await options.adaptSpec?.(spec) ?? spec,
        service,
        createdDir: toStoreDirs(opened.manifest.id, options).created,
        onLog: options.onLog,
        related: options.related,
      });
    } catch (error) {
      await service.close();
      throw await project.then(({ manifest }) => locateInMain(error, manifest), () => error);
    } finally {
      options.signal?.removeEventListener("abort", giveUp);
    }
  }

  /**
   * Finds an entrypoint.
   *
   * @param id Its id.
   * @returns The entrypoint.
   * @throws {WorkflowError} `usage`, naming the nearest and all that there are.
   */
  entrypoint(id: string): EntrypointSpec {
    const found = this.spec.entrypoints.find((entrypoint) => entrypoint.id === id);
    if (found) return found;
    const ids = this.spec.entrypoints.map((entrypoint) => entrypoint.id);
    const near = nearest(id, ids);
    const hint = near === undefined ? `the project has ${ids.join(", ")}` : `did you mean "${near}"?`;
    throw new WorkflowError("usage", `There is no entrypoint ${JSON.stringify(id)}; ${hint}`);
  }

  /**
   * Checks values against an entrypoint's schema.
   *
   * @param entrypoint The entrypoint.
   * @param values The values as a client or the command line gave them.
   * @returns The values with defaults filled in.
   * @throws {WorkflowError} `invalid_arguments` with every fault.
   */
  async validate(entrypoint: EntrypointSpec, values: unknown): Promise<ParamValues> {
    const validator = this.#validators.get(entrypoint) ?? createValidator(entrypoint);
    this.#validators.set(entrypoint, validator);
    return (await validator)(values);
  }

  /**
   * Begins a run with command-line arguments, the one way in for `json` and for MCP, and goes on until it ends or asks.
   *
   * @param entrypoint The entrypoint.
   * @param argv The arguments behind its id.
   * @param stretch How the run is watched and cancelled.
   * @returns The run's end, whatever it was, or its question.
   * @throws {WorkflowError} `invalid_arguments` with every fault; `store_failed` if it cannot be journaled.
   */
  async start(
    entrypoint: EntrypointSpec,
    argv: readonly string[],
    stretch: Stretch = {},
  ): Promise<RunResult> {
    const values = await this.validate(entrypoint, decodeArgs(entrypoint, argv));
    const { mcpInput } = stretch;
    const call = { cliArgs: argv, ...(mcpInput === undefined ? {} : { mcpInput }) };
    return await this.#service.start({ entrypoint, values, call, ...stretch });
  }

  /**
   * Checks what a person filled into a form.
   *
   * @param request The question.
   * @param values The values by field name; files as absolute paths.
   * @returns The values with defaults filled in.
   * @throws {WorkflowError} `invalid_arguments` with every fault, none of which tells what a secret field was given.
   */
  async validateAnswer(request: InteractionRequest, values: unknown): Promise<ParamValues> {
    return await validateAnswer(request, values);
  }

  /**
   * Asks the project what the form of an entrypoint is to offer.
   *
   * @param entrypoint The entrypoint.
   * @param values What has been filled in so far.
   * @returns The options by param; none where the entrypoint has no `resolveParams`.
   * @throws {WorkflowError} `run_failed`, `timeout` or `invalid_definition` where the author's function fails.
   */
  async resolveParams(
    entrypoint: EntrypointSpec,
    values: Readonly<Record<string, unknown>>,
  ): Promise<ResolvedOptions> {
    if (!entrypoint.dynamic) return {};
    return toResolvedOptions(entrypoint, await this.#service.resolveParams(entrypoint.id, values));
  }

  /**
   * Writes the output of a run to a file for its caller. Why that fails is in the log, since it names the store.
   *
   * @param runId The run.
   * @param json Its output as JSON.
   * @returns The file's absolute path.
   * @throws {WorkflowError} `store_failed` if it cannot be written.
   */
  saveOutput(runId: string, json: string): Promise<string> {
    try {
      return Promise.resolve(new CreatedFiles(this.#createdDir).saveOutput(runId, json).path);
    } catch (error) {
      this.#onLog(`Cannot write to ${this.#createdDir}: ${toMessage(error)}\n`, runId);
      return Promise.reject(error);
    }
  }

  /**
   * Tells where the files are that a run makes.
   *
   * @param runId The run.
   * @returns The folder, which may not be made yet.
   */
  createdDirOf(runId: string): string {
    return join(this.#createdDir, runId);
  }

  /** The runs: answering, resuming, cancelling, and what their journal knows of them. */
  get runs(): RunService {
    return this.#service;
  }

  /**
   * Ends all runs and the executor, and then the related projects.
   *
   * @param options Whether MCP servers get the time that they may need to put things away. @default false
   */
  async close(options: { readonly isPatient?: boolean } = {}): Promise<void> {
    await this.#service.close(options);
    await this.#related?.close?.(options);
  }
}

/** A fault of the project's code that has no place of its own is the main module's. */
function locateInMain(error: unknown, { main }: Manifest): unknown {
  if (!(error instanceof WorkflowError) || error.code !== "invalid_definition" || error.location) {
    return error;
  }
  const { code, message, faults, stack } = error;
  const location = { file: main, line: 1, column: 1 };
  return Object.assign(new WorkflowError(code, message, { cause: error, faults, location }), { stack });
}
