import { dirname, join } from "@std/path";
import { toMessage, WorkflowError } from "../errors.ts";
import type { ExecutorBundle } from "./executor_process.ts";

/** A bundle that outlives its file: the cache in which it is may be deleted while executors still come and go. */
export class KeptBundle implements Disposable {
  readonly #path: string;
  // A file that is held open can still be read when it has been deleted.
  readonly #file: Deno.FsFile;

  private constructor(path: string, file: Deno.FsFile) {
    this.#path = path;
    this.#file = file;
  }

  /**
   * Takes hold of a bundle.
   *
   * @param bundle The bundle.
   * @returns The kept bundle; dispose of it when no executor will be started any more.
   * @throws {WorkflowError} `store_failed` if its file cannot be opened.
   */
  static async open({ path }: ExecutorBundle): Promise<KeptBundle> {
    try {
      return new KeptBundle(path, await Deno.open(path));
    } catch (cause) {
      throw new WorkflowError("store_failed", `Cannot read the bundle at ${path}: ${toMessage(cause)}`, {
        cause,
      });
    }
  }

  /**
   * Puts the bundle back in its place where it is gone.
   *
   * @throws {WorkflowError} `store_failed` if that cannot be done.
   */
  restore(): void {
    const path = this.#path;
    const folder = dirname(path);
    const temporary = join(folder, `.${crypto.randomUUID()}`);
    try {
      if (exists(path)) return;
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      Deno.writeFileSync(temporary, this.#read(), { createNew: true, mode: 0o600 });
      Deno.renameSync(temporary, path);
    } catch (cause) {
      throw new WorkflowError("store_failed", `Cannot write the bundle to ${path}: ${toMessage(cause)}`, {
        cause,
      });
    }
  }

  /**
   * As {@linkcode KeptBundle.restore}, where a failure is no reason to stop.
   *
   * @param onFailure Is told why it could not be done.
   */
  tryRestore(onFailure: (why: string) => void): void {
    try {
      this.restore();
    } catch (error) {
      onFailure(toMessage(error));
    }
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }

  #read(): Uint8Array {
    const bytes = new Uint8Array(this.#file.statSync().size);
    this.#file.seekSync(0, Deno.SeekMode.Start);
    for (let done = 0; done < bytes.length;) {
      const read = this.#file.readSync(bytes.subarray(done));
      if (read === null) throw new Error("its content is gone");
      done += read;
    }
    return bytes;
  }
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}
