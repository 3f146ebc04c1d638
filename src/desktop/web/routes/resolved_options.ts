import type { ResolvedOptions } from "../../../core/parse_resolved_params.ts";
import type { DashboardHosts } from "../dashboard.ts";
import type { EnteredValues } from "../forms/read_form.ts";

/** How long choices are good for, in milliseconds: an open page is refreshed whenever anything changes. */
const GOOD_MS = 3_000;
const MOST_KEPT = 50;

/** The choices that workflows work out for forms, kept for a moment: each costs a run worker. */
export class ResolvedOptionsCache {
  readonly #hosts: Pick<DashboardHosts, "resolveParams">;
  readonly #now: () => number;
  readonly #kept = new Map<string, { readonly at: number; readonly options: Promise<ResolvedOptions> }>();

  /**
   * @param hosts What runs workflows.
   * @param now The time, in milliseconds.
   */
  constructor(hosts: Pick<DashboardHosts, "resolveParams">, now: () => number) {
    this.#hosts = hosts;
    this.#now = now;
  }

  /**
   * Gives the choices of a form.
   *
   * @param project The Desktop project id.
   * @param entrypoint The entrypoint.
   * @param values What has been entered.
   * @returns The choices by param.
   * @throws {WorkflowError} What the author's function threw, or what is wrong with what it returned.
   */
  get(project: string, entrypoint: string, values: EnteredValues): Promise<ResolvedOptions> {
    const key = JSON.stringify([project, entrypoint, values]);
    const kept = this.#kept.get(key);
    if (kept && this.#now() - kept.at < GOOD_MS) return kept.options;
    const options = this.#hosts.resolveParams(project, entrypoint, values);
    options.catch(() => {}); // Whoever asked is told.
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.delete(key);
    this.#kept.set(key, { at: this.#now(), options });
    return options;
  }

  /** Forgets all choices: somebody wants to know them as they are now. */
  clear(): void {
    this.#kept.clear();
  }
}
