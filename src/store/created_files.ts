import { join } from "@std/path";
import { WorkflowError } from "../errors.ts";
import { CreatedFile } from "./created_file.ts";
import { numberName } from "./file_name.ts";
import { toStoreError } from "./store_error.ts";
import type { StoredFile } from "./stored_file.ts";

/** Where files are until they are whole: no run is called so. */
const INCOMING = "incoming";
const RUN_ID = /^\d{8}-[0-9a-z]+$/;

/**
 * The files that runs make: `<dir>/<runId>/<name>`. Every method throws a `WorkflowError` with code `store_failed`, which names
 * the store, if it cannot be written.
 */
export class CreatedFiles {
  readonly #dir: string;
  /** How often each name was given, by run, so that the next free one need not be searched for. */
  readonly #counts = new Map<string, Map<string, number>>();

  /** @param dir The store's folder; made (mode 0700) on first use. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /**
   * Begins a file.
   *
   * @param runId The run that makes it.
   * @param name Its name, a good one by `nameFault`; one that is taken gets ` (2)`.
   * @returns What takes the content.
   */
  begin(runId: string, name: string): CreatedFile {
    const folder = this.folderOf(runId);
    const incoming = join(this.#dir, INCOMING);
    this.#attempt(`make ${INCOMING}`, () => Deno.mkdirSync(incoming, { recursive: true, mode: 0o700 }));
    const temporary = join(incoming, crypto.randomUUID());
    return new CreatedFile({
      name,
      temporary,
      publish: () => {
        Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
        return this.#publish(temporary, { runId, name });
      },
    });
  }

  /**
   * Writes the output of a run that is too large for a message to a file.
   *
   * @param runId The run.
   * @param json Its output.
   * @returns The file, `output.json`.
   */
  saveOutput(runId: string, json: string): StoredFile {
    using file = this.begin(runId, "output.json");
    file.write(new TextEncoder().encode(json));
    return file.end();
  }

  /**
   * Forgets which names a run has given; its files stay.
   *
   * @param runId A run that makes no more files.
   */
  release(runId: string): void {
    this.#counts.delete(runId);
  }

  /**
   * Lists the runs that have made files.
   *
   * @returns Their ids; also of runs of other data dirs, where the store is shared.
   */
  runs(): string[] {
    return namesIn(this.#dir).filter((name) => RUN_ID.test(name));
  }

  /**
   * The folder with the files of a run.
   *
   * @param runId The run.
   * @returns Its path; there may be none.
   */
  folderOf(runId: string): string {
    if (RUN_ID.test(runId)) return join(this.#dir, runId);
    throw new WorkflowError("internal", `${JSON.stringify(runId)} is no id of a run`);
  }

  /** Where files are until they are whole. */
  get incomingDir(): string {
    return join(this.#dir, INCOMING);
  }

  /** Gives a whole file its name or the next that is free: it never takes the place of another. */
  #publish(temporary: string, { runId, name }: { runId: string; name: string }): string {
    const counts = this.#counts.get(runId) ?? new Map<string, number>();
    this.#counts.set(runId, counts);
    for (let count = (counts.get(name) ?? 0) + 1;; count++) {
      const path = join(this.#dir, runId, numberName(name, count));
      if (!moveToFree(temporary, path)) continue;
      counts.set(name, count);
      return path;
    }
  }

  #attempt(action: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      throw toStoreError(`${action} in the store of created files`, error);
    }
  }
}

/** Moves a file unless there is one already; both may be seen for a moment. */
function moveToFree(from: string, to: string): boolean {
  try {
    Deno.linkSync(from, to);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.AlreadyExists) && reserveAndMove(from, to);
  }
}

/** For file systems without hard links: the name is taken by an empty file first. */
function reserveAndMove(from: string, to: string): boolean {
  try {
    Deno.openSync(to, { write: true, createNew: true, mode: 0o600 }).close();
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
  Deno.renameSync(from, to);
  return true;
}

function namesIn(dir: string): string[] {
  try {
    return Array.from(Deno.readDirSync(dir), ({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw toStoreError("list the store of created files", error);
  }
}
