import { WorkflowError } from "../../errors.ts";
import type { Project } from "../../project/open_project.ts";
import { toUnknownAlias } from "../../project/related/unknown_alias.ts";
import type { RelatedCall } from "../protocol.ts";
import { callRelated } from "./call_related.ts";
import { checkDepth } from "./check_depth.ts";
import { isRelatedCall } from "../is_related_call.ts";
import { toRelatedError, toRelatedFailure } from "./related_error.ts";
import type { RelatedHost } from "./related_host.ts";

/** A call of a run to a related project. */
export interface RelatedRunCall {
  /** The project of the calling run. */
  readonly projectId: string;
  readonly runId: string;
  /** What the run's worker sent. */
  readonly params: unknown;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * The projects that were started together: each may run the entrypoints of those that it relates to and that relate to it.
 * A bound project has no process until it is first run.
 */
export class RelatedProjects {
  readonly #openHost: (project: Project) => Promise<RelatedHost>;
  readonly #hosts = new Map<string, Promise<RelatedHost>>();
  #main: RelatedHost | undefined;
  #bound: readonly Project[] = [];

  /** @param openHost Makes the host of a bound project; called when it is first run. */
  constructor(openHost: (project: Project) => Promise<RelatedHost>) {
    this.#openHost = openHost;
  }

  /**
   * Begins to answer.
   *
   * @param main The host of the project that was started.
   * @param bound The projects that are bound to its aliases.
   */
  start(main: RelatedHost, bound: readonly Project[]): void {
    this.#main = main;
    this.#bound = bound;
    this.#hosts.set(main.project.manifest.id, Promise.resolve(main));
  }

  /**
   * Tells whether a project can reach another.
   *
   * @param projectId The project.
   * @param alias What its manifest calls the other one.
   */
  isBound(projectId: string, alias: string): boolean {
    const related = this.#projects.find(({ manifest }) => manifest.id === projectId)?.manifest.related ?? {};
    const id = Object.hasOwn(related, alias) ? related[alias]?.id : undefined;
    return this.#projects.some(({ manifest }) => manifest.id === id);
  }

  /**
   * Answers the call of a run, at the end of the run that it begins.
   *
   * @param call Whose call it is, and what it asks for.
   * @returns The related run's output.
   * @throws {WorkflowError} The related run's failure; `run_failed` if the alias is not bound or runs call each other too
   * deeply; `invalid_arguments` if there is no such entrypoint or the params do not fit.
   */
  async answer({ projectId, runId, params, signal }: RelatedRunCall): Promise<{ readonly output: unknown }> {
    const caller = await this.#hosts.get(projectId);
    if (!caller || !isRelatedCall(params)) throw new WorkflowError("internal", "That is no call of a run");
    const { alias } = params;
    const project = this.#find(caller, params);
    const nameOf = (id: string) =>
      this.#projects.find(({ manifest }) => manifest.id === id)?.manifest.name ?? id;
    checkDepth(runId, { journal: caller.runs.journal, nameOf, called: params });
    const report = await this.#open(project)
      .then((callee) => callRelated({ caller, callee, callerRunId: runId, call: params, signal }))
      .catch((error) => {
        throw toRelatedFailure(error, alias);
      });
    if (report.status !== "success") throw toRelatedError(report, alias);
    return { output: report.result.data.output };
  }

  /**
   * Ends all but the project that was started, which is its owner's to end.
   *
   * @param options As for `WorkflowHost.close`.
   */
  async close(options: { readonly isPatient?: boolean } = {}): Promise<void> {
    const main = this.#main;
    const hosts = await Promise.allSettled(this.#hosts.values());
    await Promise.all(
      hosts.map((host) => host.status === "fulfilled" && host.value !== main && host.value.close(options)),
    );
  }

  get #projects(): readonly RelatedHost["project"][] {
    return [...this.#main ? [this.#main.project] : [], ...this.#bound];
  }

  #find(
    { project: { manifest } }: RelatedHost,
    { alias, entrypointId }: RelatedCall,
  ): RelatedHost["project"] {
    const refuse = (reason: string) =>
      new WorkflowError(
        "run_failed",
        `Cannot run ${JSON.stringify(entrypointId)} of related project ${JSON.stringify(alias)}: ${reason}`,
      );
    const id = Object.hasOwn(manifest.related, alias) ? manifest.related[alias]?.id : undefined;
    if (id === undefined) throw refuse(toUnknownAlias(alias, manifest));
    const found = this.#projects.find((project) => project.manifest.id === id);
    const isMutual = Object.values(found?.manifest.related ?? {}).some((one) => one.id === manifest.id);
    if (found && isMutual) return found;
    if (manifest.id === this.#main?.project.manifest.id) {
      throw refuse(
        `it is not bound; start with --related-project ${alias}=<absolute-project-dir>, or in Desktop relate the two in the ` +
          "Settings tab of the project",
      );
    }
    throw refuse(
      found
        ? `the manifest of ${found.manifest.name} has no relation back to ${manifest.name}`
        : `it is not bound; only relations of ${this.#main?.project.manifest.name}, which was started, can be`,
    );
  }

  #open({ manifest: { id } }: RelatedHost["project"]): Promise<RelatedHost> {
    const known = this.#hosts.get(id);
    if (known) return known;
    const project = this.#bound.find(({ manifest }) => manifest.id === id);
    if (!project) throw new WorkflowError("internal", `There is no project ${id}`);
    const opening = this.#openHost(project);
    this.#hosts.set(id, opening);
    // The author may have mended it before it is run again.
    opening.catch(() => this.#hosts.delete(id));
    return opening;
  }
}
