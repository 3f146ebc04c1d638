import type { ResolvedOptions } from "../../../core/parse_resolved_params.ts";
import type { DashboardHosts } from "../dashboard.ts";
import type { EnteredValues } from "../forms/read_form.ts";

/** How long choices are good for, in milliseconds: an open page is refreshed whenever anything changes. */
const GOOD_MS = 3_000;
/** Choices that took long to be worked out, or never came, are good for so many times as long. */
const GOOD_TIMES = 3;
const MOST_KEPT = 50;

interface Kept {
  readonly options: Promise<ResolvedOptions>;
  /** When they are asked for anew; not while they are being worked out. */
  goodUntil: number;
}

/** The choices that workflows work out for forms, kept for a moment: each costs a run worker. */
export class ResolvedOptionsCache {
  readonly #hosts: Pick<DashboardHosts, "resolveParams">;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();

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
    if (kept && this.#now() < kept.goodUntil) return kept.options;
    const startedAt = this.#now();
    const options = this.#hosts.resolveParams(project, entrypoint, values);
    const fresh: Kept = { options, goodUntil: Infinity };
    const settle = () => {
      fresh.goodUntil = this.#now() + Math.max(GOOD_MS, (this.#now() - startedAt) * GOOD_TIMES);
    };
    options.then(settle, settle); // Whoever asked is told.
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.delete(key);
    this.#kept.set(key, fresh);
    return options;
  }

  /** Forgets all choices that have been worked out: somebody wants to know them as they are now. */
  clear(): void {
    for (const [key, { goodUntil }] of this.#kept) if (goodUntil !== Infinity) this.#kept.delete(key);
  }
}
