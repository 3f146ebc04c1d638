import { join } from "@std/path";

/** What was removed. */
export interface Removed {
  /** Files, or folders that were removed as one. */
  readonly count: number;
  readonly bytes: number;
}

/** Removes files and folders and counts what that gives, or only counts. What is gone meanwhile counts for nothing. */
export class Remover {
  readonly #isDryRun: boolean;
  #count = 0;
  #bytes = 0;

  /** @param isDryRun Whether nothing is removed. */
  constructor(isDryRun: boolean) {
    this.#isDryRun = isDryRun;
  }

  /** What was removed so far, or would have been. */
  get removed(): Removed {
    return { count: this.#count, bytes: this.#bytes };
  }

  /**
   * Removes a file, or a folder with all that is in it. Links are not followed.
   *
   * @param path Its path.
   * @param isStillNeeded Asked again when nobody can begin to use it any more; then it is put back.
   */
  async remove(path: string, isStillNeeded: (aside: string) => boolean = () => false): Promise<void> {
    const bytes = await measure(path);
    if (bytes === undefined) return;
    if (!this.#isDryRun && !await removeAside(path, isStillNeeded)) return;
    this.#count++;
    this.#bytes += bytes;
  }
}

/** Takes the name away first: a folder is never seen half-removed, and what somebody has begun to use meanwhile comes back. */
async function removeAside(path: string, isStillNeeded: (aside: string) => boolean): Promise<boolean> {
  const aside = `${path}.${crypto.randomUUID()}`;
  try {
    await Deno.rename(path, aside);
  } catch (error) {
    // Windows keeps what is in use.
    if (error instanceof Deno.errors.NotFound || Deno.build.os === "windows") return false;
    throw error;
  }
  if (isStillNeeded(aside)) {
    await Deno.rename(aside, path);
    return false;
  }
  await Deno.remove(aside, { recursive: true });
  return true;
}

/** Undefined for what is not there. */
async function measure(path: string): Promise<number | undefined> {
  try {
    const { isDirectory, size } = await Deno.lstat(path);
    if (!isDirectory) return size;
    let sum = 0;
    for await (const { name } of Deno.readDir(path)) sum += await measure(join(path, name)) ?? 0;
    return sum;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
