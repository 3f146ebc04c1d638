import { tmpdir } from "node:os";
import { join } from "@std/path";
import { ExecutorPool, type ExecutorPoolOptions } from "./executor_pool.ts";
import type { ExecutorBundle } from "./executor_process.ts";
import { KeptBundle } from "./kept_bundle.ts";

/** What {@linkcode ExecutorPools} starts executors with. */
export type ExecutorPoolsOptions = Omit<ExecutorPoolOptions, "createScratchRoot">;

/** The executors of a host: those of the project as it was opened, and those of each earlier snapshot in which a run goes on. */
export class ExecutorPools {
  readonly #options: ExecutorPoolsOptions;
  /** By the id of the snapshot; without one for the project's own. */
  readonly #pools = new Map<string | undefined, ExecutorPool>();
  #kept: KeptBundle | undefined;

  constructor(options: ExecutorPoolsOptions) {
    this.#options = options;
  }

  /**
   * The executors of a snapshot.
   *
   * @param bundle The snapshot. @default the project as it was opened
   * @returns The same pool for the same snapshot.
   */
  of(bundle?: ExecutorBundle): ExecutorPool {
    const { project } = this.#options;
    const pool = this.#pools.get(bundle?.id) ?? new ExecutorPool({
      ...this.#options,
      project: bundle
        ? { ...project, bundle: Promise.resolve(bundle) }
        : { ...project, restoreBundle: () => this.#kept?.restore() },
      createScratchRoot: () => join(tmpdir(), `workflow-code-${crypto.randomUUID()}`),
    });
    this.#pools.set(bundle?.id, pool);
    return pool;
  }

  /**
   * Keeps the project's own bundle from now on, whatever happens to its file.
   *
   * @throws {WorkflowError} `store_failed` if its file cannot be opened.
   */
  async keepBundle(): Promise<void> {
    this.#kept ??= await KeptBundle.open(await this.#options.project.bundle);
  }

  /**
   * Puts the project's own bundle back in its place where it is gone.
   *
   * @param onFailure Is told why it could not be done.
   */
  tryRestoreBundle(onFailure: (why: string) => void): void {
    this.#kept?.tryRestore(onFailure);
  }

  /** Ends all executors, and with them their runs. */
  async close(): Promise<void> {
    await Promise.all(this.#pools.values().map((pool) => pool.close()));
    this.#kept?.[Symbol.dispose]();
    this.#kept = undefined;
  }
}
