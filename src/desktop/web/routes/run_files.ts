import { basename, join } from "@std/path";
import { isInside } from "../../../project/is_inside.ts";
import type { RecordedRun } from "../../data/recorded_run.ts";
import type { FileReference } from "../output/file_reference.ts";
import { toRunAddress } from "../pages/run_frame.tsx";

/** More are not listed. */
const MOST_LISTED = 200;

/** The files of a run that may be downloaded: those that it has made, in their store. Nothing else of this machine is handed out. */
export class RunFiles {
  readonly #runId: string;
  readonly #dir: string;

  /**
   * @param run The run.
   * @param dataDir The root of the stores.
   */
  constructor({ runId, report }: Pick<RecordedRun, "runId" | "report">, dataDir: string) {
    this.#runId = runId;
    // Both are ours: neither the workflow nor a client chooses them.
    this.#dir = join(dataDir, "created", report?.projectId ?? "unknown", runId);
  }

  /**
   * Tells where a file can be downloaded.
   *
   * @param file The file, as the output names it.
   * @returns Its address; undefined if the run has not made it.
   */
  toHref({ path }: Pick<FileReference, "path">): string | undefined {
    if (!isInside(path, this.#dir)) return undefined;
    return `${toRunAddress(this.#runId)}/files/${encodeURIComponent(basename(path))}`;
  }

  /**
   * Lists what the run has made.
   *
   * @returns The files, by name.
   */
  list(): FileReference[] {
    try {
      const names = Array.from(Deno.readDirSync(this.#dir), (entry) => entry.isFile ? [entry.name] : [])
        .flat();
      return names.sort().slice(0, MOST_LISTED).map((name) => {
        const path = join(this.#dir, name);
        return { name, path, size: Deno.statSync(path).size };
      });
    } catch {
      return []; // It has made none, or they are no longer kept.
    }
  }

  /**
   * Finds a file that the run has made.
   *
   * @param name Its name.
   * @returns Its real path; undefined if there is none, or it leads anywhere else.
   */
  async find(name: string): Promise<string | undefined> {
    const [dir, path] = await Promise.all(
      [this.#dir, join(this.#dir, name)].map((one) => Deno.realPath(one).catch(() => undefined)),
    );
    if (dir === undefined || path === undefined || !isInside(path, dir)) return undefined;
    return (await Deno.stat(path)).isFile ? path : undefined;
  }
}
