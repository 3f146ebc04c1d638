import type { Answer, InteractionRequest } from "../../core/interaction.ts";
import type { ResolvedOptions } from "../../core/parse_resolved_params.ts";
import type { WorkflowSpec } from "../../core/spec.ts";
import { toMessage, WorkflowError } from "../../errors.ts";
import { encodeArgs } from "../../params/encode_args.ts";
import { isOwnerAlive } from "../../store/journal/owner.ts";
import { findTidyJournal } from "../../store/journal/tidy_journal.ts";
import { cancelWaitingRun } from "./cancel_waiting_run.ts";
import { ProjectHosts, type ProjectHostsOptions } from "./project_hosts.ts";
import { reconcileRuns } from "./reconcile_runs.ts";
import { Recorder } from "./recorder.ts";

/** Runs the projects of the registry for the dashboard; every run is recorded. Each project is opened when it is first needed. */
export class DesktopHosts implements AsyncDisposable {
  readonly #options: ProjectHostsOptions;
  readonly #recorder: Recorder;
  readonly #projects: ProjectHosts;

  /** @param options The registry, and how projects are opened. */
  constructor(options: ProjectHostsOptions) {
    this.#options = options;
    this.#recorder = new Recorder({
      userDataDir: options.userData.dir,
      onFault: (message) => options.say(`runs are not recorded: ${message}`),
      onCancel: (runId) => void this.#projects.cancel(runId),
    });
    this.#projects = new ProjectHosts(options, this.#recorder);
  }

  /**
   * Says what a project offers, as its source is now.
   *
   * @param projectId Its Desktop project id.
   * @returns Its entrypoints.
   * @throws {WorkflowError} What keeps the project from being opened.
   */
  async spec(projectId: string): Promise<WorkflowSpec> {
    return (await this.#projects.use(projectId)).host.spec;
  }

  /**
   * Begins a run.
   *
   * @param projectId The Desktop project id.
   * @param entrypointId The entrypoint.
   * @param values The values of its params; files as absolute paths.
   * @returns The run's id, as soon as it has one; the run goes on.
   * @throws {WorkflowError} `invalid_arguments` with every fault, or what keeps the project from being opened.
   */
  async start(
    projectId: string,
    entrypointId: string,
    values: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const { host, hub } = await this.#projects.use(projectId);
    const entrypoint = host.entrypoint(entrypointId);
    const input = { ...values };
    const args = encodeArgs(entrypoint, await host.validate(entrypoint, input));
    const begun = Promise.withResolvers<string>();
    hub.onBegun(input, begun.resolve);
    host.start(entrypoint, args, { mcpInput: input }).catch((error) => {
      begun.reject(error);
      this.#options.say(toMessage(error));
    });
    return await begun.promise.finally(() => hub.forget(input));
  }

  /**
   * Gives a run the answer that it waits for.
   *
   * @param runId The run.
   * @param key The key of the question.
   * @param answer What the person did; files as absolute paths.
   * @throws {WorkflowError} `invalid_arguments` with every fault; `not_resumable` if it no longer waits for that.
   */
  async answer(
    runId: string,
    key: string,
    answer: { readonly action: "accept"; readonly values: unknown } | { readonly action: "decline" },
  ): Promise<void> {
    const { host, hub } = await this.#projects.use(this.#projectOf(runId));
    const request = host.runs.journal.pending(runId).find((one) => one.request.key === key)?.request;
    if (!request) throw new WorkflowError("not_resumable", `Run ${runId} no longer asks this`);
    const checked: Answer = answer.action === "accept"
      ? { action: "accept", values: await host.validateAnswer(request, answer.values) }
      : answer;
    const taken = Promise.withResolvers<void>();
    hub.onAnswered(runId, taken.resolve);
    host.runs.answer({ runId, key, answer: checked }).then(() => taken.resolve(), (error) => {
      taken.reject(error);
      this.#options.say(toMessage(error));
    });
    await taken.promise.finally(() => hub.forget(runId));
  }

  /**
   * Goes on with a run that ended without a success, behind its last finished step.
   *
   * @param runId The run.
   * @throws {WorkflowError} `not_resumable` if it succeeded or goes on already, or what it needs is gone; what keeps its project from
   * being opened.
   */
  async resume(runId: string): Promise<void> {
    const { host, hub } = await this.#projects.use(this.#projectOf(runId));
    const begun = Promise.withResolvers<string>();
    hub.onBegun(runId, begun.resolve);
    host.runs.resume(runId, {}).catch((error) => {
      begun.reject(error);
      this.#options.say(toMessage(error));
    });
    await begun.promise.finally(() => hub.forget(runId));
  }

  /**
   * Says what a run asks.
   *
   * @param runId The run.
   * @returns Its open questions, in order; none where it does not wait.
   * @throws {WorkflowError} `store_failed` if its journal cannot be read.
   */
  pending(runId: string): readonly InteractionRequest[] {
    using journal = findTidyJournal(this.#options.userData.dataDir);
    return journal?.get(runId) ? journal.pending(runId).map(({ request }) => request) : [];
  }

  /**
   * Cancels a run, whichever process works on it; one that waits is ended as well.
   *
   * @param runId The run.
   * @throws {WorkflowError} `usage` if it is not recorded or has ended.
   */
  async cancel(runId: string): Promise<void> {
    const { database, userData } = this.#options;
    const run = database.openRuns().find((one) => one.runId === runId);
    if (!run) throw new WorkflowError("usage", `Run ${runId} has ended, or there is none`);
    if (await this.#projects.cancel(runId)) return;
    if (run.owner !== null && isOwnerAlive(userData.dir, run.owner)) return database.requestCancel(runId);
    cancelWaitingRun(userData.dataDir, runId);
    reconcileRuns(database, userData);
  }

  /**
   * Asks a project what a form is to offer.
   *
   * @param projectId The Desktop project id.
   * @param entrypointId The entrypoint.
   * @param values What has been filled in so far.
   * @returns The options by param; none where nothing is dynamic.
   * @throws {WorkflowError} What the author's function threw, or what is wrong with what it returned.
   */
  async resolveParams(
    projectId: string,
    entrypointId: string,
    values: Readonly<Record<string, unknown>>,
  ): Promise<ResolvedOptions> {
    const { host } = await this.#projects.use(projectId);
    return await host.resolveParams(host.entrypoint(entrypointId), values);
  }

  /** Ends all runs that are at work here. Runs that wait can be answered later. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#projects.close();
    await this.#recorder.close();
  }

  #projectOf(runId: string): string {
    const run = this.#options.database.run(runId);
    if (run) return run.desktopProjectId;
    throw new WorkflowError("usage", `There is no run ${JSON.stringify(runId)}`);
  }
}
