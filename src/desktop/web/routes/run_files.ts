import { basename, join } from "@std/path";
import { isInside } from "../../../project/is_inside.ts";
import type { RecordedRun } from "../../data/recorded_run.ts";
import type { FileReference } from "../output/file_reference.ts";
import { toRunAddress } from "../pages/run_frame.tsx";

/** More are not listed. */
const MOST_LISTED = 200;

/** How the file store names what was imported: by its SHA-256. */
const SHA256 = /^[0-9a-f]{64}$/;

/** The files of a run that may be downloaded: those that it has made, and imported ones, in their stores. Nothing else of this machine is handed out. */
export class RunFiles {
  readonly #runId: string;
  readonly #dir: string;
  readonly #importedDir: string;
  readonly #report: RecordedRun["report"];

  /**
   * @param run The run.
   * @param dataDir The root of the stores.
   */
  constructor({ runId, report }: Pick<RecordedRun, "runId" | "report">, dataDir: string) {
    this.#runId = runId;
    this.#report = report;
    this.#importedDir = join(dataDir, "files");
    // Both are ours: neither the workflow nor a client chooses them.
    this.#dir = join(dataDir, "created", report?.projectId ?? "unknown", runId);
  }

  /**
   * Tells where a file can be downloaded.
   *
   * @param file The file, as the output names it.
   * @returns Its address; undefined if the run has not made it, and nobody has imported it.
   */
  toHref({ path, name, id = "" }: Pick<FileReference, "path" | "name" | "id">): string | undefined {
    const top = toRunAddress(this.#runId);
    if (isInside(path, this.#dir)) return `${top}/files/${encodeURIComponent(basename(path))}`;
    // While it runs, a workflow has imported files elsewhere.
    if (!SHA256.test(id) || !isFile(join(this.#importedDir, id.slice(0, 2), id))) return undefined;
    return `${top}/imported/${id}/${encodeURIComponent(basename(name) || "file")}`;
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
    return await findIn(this.#dir, name);
  }

  /**
   * Finds an imported file that the report names.
   *
   * @param id Its SHA-256 in hexadecimal digits.
   * @returns Its real path; undefined if there is none.
   */
  async findImported(id: string): Promise<string | undefined> {
    if (!SHA256.test(id) || !JSON.stringify(this.#report).includes(id)) return undefined;
    return await findIn(this.#importedDir, join(id.slice(0, 2), id));
  }
}

async function findIn(dir: string, name: string): Promise<string | undefined> {
  const [realDir, path] = await Promise.all(
    [dir, join(dir, name)].map((one) => Deno.realPath(one).catch(() => undefined)),
  );
  if (realDir === undefined || path === undefined || !isInside(path, realDir)) return undefined;
  return (await Deno.stat(path)).isFile ? path : undefined;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false; // It is no longer kept.
  }
}
