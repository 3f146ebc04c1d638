import { createHash, type Hash } from "node:crypto";
import { basename } from "@std/path";
import mime from "mime";
import { showValue } from "../core/show_value.ts";
import { WorkflowError } from "../errors.ts";
import { toStoreError } from "./store_error.ts";
import type { StoredFile } from "./stored_file.ts";

/** The most bytes of a file that a run makes: 1 GiB. */
export const MAX_CREATED_BYTES = 1024 * 1024 * 1024;

/** What {@linkcode CreatedFile} is made of. */
export interface CreatedFileParts {
  /** The name that it shall have. */
  readonly name: string;
  /** Where it is until it is whole; must not exist. */
  readonly temporary: string;
  /** Gives it its place and returns that. */
  readonly publish: () => string;
}

/** A file in the making: it has its name only when it is whole. Dispose of it in any case. */
export class CreatedFile implements Disposable {
  readonly #parts: CreatedFileParts;
  readonly #file: Deno.FsFile;
  readonly #hash: Hash = createHash("sha256");
  #size = 0;
  #isOpen = true;

  /**
   * Makes the file under its temporary name.
   *
   * @param parts What it is made of.
   * @throws {WorkflowError} `store_failed` if it cannot be made.
   */
  constructor(parts: CreatedFileParts) {
    this.#parts = parts;
    const options = { write: true, createNew: true, mode: 0o600 };
    this.#file = this.#attempt(() => Deno.openSync(parts.temporary, options));
  }

  /**
   * Adds to the content.
   *
   * @param bytes What comes next.
   * @throws {WorkflowError} `store_failed` if the file becomes too large, or it cannot be written.
   */
  write(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (this.#size > MAX_CREATED_BYTES) {
      const message = `Cannot create ${
        showValue(this.#parts.name)
      }: at most ${MAX_CREATED_BYTES} bytes (1 GiB) are kept`;
      throw new WorkflowError("store_failed", message);
    }
    this.#hash.update(bytes);
    this.#attempt(() => {
      for (let done = 0; done < bytes.length;) done += this.#file.writeSync(bytes.subarray(done));
    });
  }

  /**
   * Ends the file.
   *
   * @returns The file, which now has a name.
   * @throws {WorkflowError} `store_failed` if it cannot be named; then nothing is left of it.
   */
  end(): StoredFile {
    const path = this.#attempt(() => {
      this.#close();
      return this.#parts.publish();
    });
    this[Symbol.dispose]();
    const name = basename(path);
    const mediaType = mime.getType(name) ?? "application/octet-stream";
    return { id: this.#hash.digest("hex"), name, size: this.#size, mediaType, path };
  }

  /** Gives up what has not ended, and leaves nothing of it. */
  [Symbol.dispose](): void {
    this.#close();
    try {
      Deno.removeSync(this.#parts.temporary);
    } catch {
      // It has its name, or is left for whoever removes what was abandoned.
    }
  }

  #close(): void {
    if (this.#isOpen) this.#file.close();
    this.#isOpen = false;
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw toStoreError(`create ${showValue(this.#parts.name)} in the store of created files`, error);
    }
  }
}
