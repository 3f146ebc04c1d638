import { dirname, join } from "@std/path";

/** A project folder that is removed at the end of its scope. */
export interface TempProject extends AsyncDisposable {
  /** The project folder, a real path. */
  readonly dir: string;
  /** A folder beside it for what can be made again; it does not exist yet. */
  readonly cacheDir: string;
  /** Writes files of the project, by their paths from its folder; `../x` is beside it. */
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
}

/** The id in the manifest of every project made here. */
export const PROJECT_ID = "11111111-1111-4111-8111-111111111111";

/** A manifest without fault. */
export const MANIFEST = { id: PROJECT_ID, name: "sample", version: "1.2.0", projectType: "workflow" };

/** Makes a project with a sound manifest and main module, where `files` have none. */
export async function makeProject(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<TempProject> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "workflow-code-" }));
  const dir = join(root, "project");
  const write: TempProject["write"] = async (files) => {
    for (const [name, content] of Object.entries(files)) {
      const path = join(dir, name);
      await Deno.mkdir(dirname(path), { recursive: true });
      await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    }
  };
  const main = Object.keys(files).some((name) => /^workflow\.[jt]s$/.test(name))
    ? {}
    : { "workflow.ts": "export default 1;\n" };
  await write({ "package.json": JSON.stringify(MANIFEST), ...main, ...files });
  return {
    dir,
    cacheDir: join(root, "cache"),
    write,
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

/** A manifest with other values for some keys. */
export function manifestWith(values: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...MANIFEST, ...values });
}

/** The files of an npm package, by their paths from the project folder. */
export function npmPackage(
  name: string,
  files: Readonly<Record<string, string>>,
  manifest: Readonly<Record<string, unknown>> = {},
): Record<string, string> {
  const all = {
    "package.json": JSON.stringify({ name, version: "1.0.0", main: "index.js", ...manifest }),
    ...files,
  };
  return Object.fromEntries(
    Object.entries(all).map(([path, text]) => [`node_modules/${name}/${path}`, text]),
  );
}
