import { basename, join } from "@std/path";
import type { RecordedRun } from "../../data/recorded_run.ts";
import { isInside } from "../../../project/is_inside.ts";
import type { FileReference } from "../output/file_reference.ts";
import { findFiles } from "../output/find_files.ts";
import { toRunAddress } from "../pages/run_frame.tsx";

/**
 * Finds the file of a run that may be downloaded: one that its output names, and that is in the store of imported files, or among
 * those that this very run made. What the output says of its place is not believed.
 *
 * @param run The run.
 * @param id The SHA-256 that the output gives it, in hexadecimal digits.
 * @param dataDir The root of the stores.
 * @returns Its real path and name; undefined if there is none.
 */
export async function findRunFile(
  run: Pick<RecordedRun, "runId" | "report">,
  id: string,
  dataDir: string,
): Promise<{ readonly path: string; readonly name: string } | undefined> {
  const file = findFiles(run.report?.result.data.output).find((one) => one.id === id);
  if (!file) return undefined;
  const files = join(dataDir, "files");
  const places = [
    { dir: files, path: join(files, id.slice(0, 2), id) },
    { dir: join(dataDir, "created", run.report?.projectId ?? "", run.runId), path: file.path },
  ];
  for (const place of places) {
    const [dir, path] = await Promise.all(
      [place.dir, place.path].map((one) => Deno.realPath(one).catch(() => "")),
    );
    if (dir && path && isInside(path, dir) && (await Deno.stat(path)).isFile) {
      return { path, name: basename(file.name) };
    }
  }
  return undefined;
}

/**
 * The address at which a file of a run is offered.
 *
 * @param run The run.
 * @param file The file.
 * @returns Its path.
 */
export function toFileAddress({ runId }: Pick<RecordedRun, "runId">, { id }: FileReference): string {
  return `${toRunAddress(runId)}/files/${id}`;
}
