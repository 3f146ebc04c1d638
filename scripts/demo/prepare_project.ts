import { basename, join } from "@std/path";

/** A copy of a sample project with its packages; removed when it is disposed of. */
export interface PreparedProject extends AsyncDisposable {
  /** The copy's folder. */
  readonly dir: string;
  /** A folder for data, not made yet. */
  readonly dataDir: string;
  /** The temporary folder that holds both. */
  readonly root: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Copies a sample project and installs its npm packages there, as its author would with `npm install`.
 *
 * @param sample The project's folder.
 * @returns The copy.
 */
export async function prepareProject(sample: string): Promise<PreparedProject> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "workflow-code-sample-" }));
  const dir = join(root, basename(sample));
  await Deno.mkdir(dir);
  for await (const entry of Deno.readDir(sample)) {
    if (entry.isFile) await Deno.copyFile(join(sample, entry.name), join(dir, entry.name));
  }
  const install = new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet"],
    cwd: dir,
    stdout: "null",
  });
  const { success, stderr } = await install.output();
  if (!success) {
    throw new Error(`Cannot install the packages of ${sample}: ${new TextDecoder().decode(stderr)}`);
  }
  return {
    root,
    dir,
    dataDir: join(root, "data"),
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}
