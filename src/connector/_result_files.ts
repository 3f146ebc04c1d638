/** The folder for what is too long to be handed to a model. Made when it is first needed. */
export class ResultFiles {
  readonly #dir: string | undefined;
  #made: Promise<string> | undefined;

  /** @param dir The folder; a new one among the system's temporary files when there is none. */
  constructor(dir: string | undefined) {
    this.#dir = dir;
  }

  /**
   * Keeps something in a file that only this user can read.
   *
   * @param name The beginning of its name.
   * @param data Its content.
   * @returns Its path.
   */
  async keep(
    name: string,
    { data, extension }: { readonly data: string | Uint8Array; readonly extension: string },
  ): Promise<string> {
    const { join, writeFile } = await importWriters();
    this.#made ??= this.#make();
    const path = join(await this.#made, `${name}-${crypto.randomUUID().slice(0, 8)}.${extension}`);
    await writeFile(path, data, { flag: "wx", mode: 0o600 });
    return path;
  }

  async #make(): Promise<string> {
    const { join, mkdir, mkdtemp, tmpdir } = await importWriters();
    if (this.#dir === undefined) return await mkdtemp(join(tmpdir(), "workflow-code-"));
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    return this.#dir;
  }
}

/** The modules that write files, imported when there is something to write. */
async function importWriters() {
  const [{ mkdir, mkdtemp, writeFile }, { default: os }, { join }] = await Promise.all([
    import("node:fs/promises"),
    import("node:os"),
    import("node:path"),
  ]);
  // Inside a run the temporary folder is the run's own: that is so for the object, not for what it exported before.
  return { mkdir, mkdtemp, writeFile, tmpdir: () => os.tmpdir(), join };
}
