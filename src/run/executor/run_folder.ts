import { join } from "@std/path";
import { mapRunFiles } from "../../store/journal/map_run_files.ts";
import type { RunFiles } from "../../store/journal/stored_run.ts";
import type { StoredFile } from "../../store/stored_file.ts";
import { linkOrCopy } from "./link_or_copy.ts";

/** The files of one run, imported or made by it, in a folder that it can read and not write. */
export class RunFolder {
  readonly #dir: string;
  #count = 0;

  /** @param dir The folder; made when there is a file. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /**
   * Puts files where the run can read them under their own names.
   *
   * @param files Files of the file store.
   * @returns The same files, each with its place in the run's folder.
   */
  link(files: RunFiles): RunFiles {
    return mapRunFiles(files, (file) => this.linkOne(file));
  }

  /**
   * Puts a file where the run can read it under its own name.
   *
   * @param file A file of a store.
   * @returns The same file with its place in the run's folder.
   */
  linkOne(file: StoredFile): StoredFile {
    const folder = join(this.#dir, String(++this.#count));
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, file.name);
    linkOrCopy(file.path, path);
    return { ...file, path };
  }
}
