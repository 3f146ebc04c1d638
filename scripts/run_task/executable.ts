/** The folder of the project. */
export const ROOT: URL = new URL("../../", import.meta.url);

/** The compiled program of this machine. */
export const EXECUTABLE: URL = new URL(
  Deno.build.os === "windows" ? "dist/workflow-code.exe" : "dist/workflow-code",
  ROOT,
);

/** What the executable is made of. */
const SOURCES = [
  "main.ts",
  "src",
  "deno.json",
  "deno.lock",
  "scripts/build.ts",
  "scripts/build",
  "scripts/npm_only",
];

/** What to compare; replaceable in tests. */
export interface StaleOptions {
  /** @default the compiled program of this machine */
  executable?: URL;
  /** @default the sources of the executable, relative to the project */
  sources?: readonly URL[];
}

/**
 * Whether the executable is missing or older than something that it is made of.
 *
 * @param options What to compare.
 * @returns `true` when it has to be built.
 */
export function isExecutableStale(options: StaleOptions = {}): boolean {
  const { executable = EXECUTABLE, sources = SOURCES.map((path) => new URL(path, ROOT)) } = options;
  const built = modifiedAt(executable);
  return built === undefined || sources.some((source) => newestIn(source) > built);
}

/** The newest time of a file, or of a folder and all in it: a folder's own time shows that a file was taken away. */
function newestIn(path: URL): number {
  const own = modifiedAt(path) ?? 0;
  if (!isFolder(path)) return own;
  const base = new URL(`${path.href.replace(/\/$/, "")}/`);
  return Math.max(
    own,
    ...[...Deno.readDirSync(path)].map((e) => newestIn(new URL(encodeURIComponent(e.name), base))),
  );
}

function isFolder(path: URL): boolean {
  return statOf(path)?.isDirectory ?? false;
}

function modifiedAt(path: URL): number | undefined {
  return statOf(path)?.mtime?.getTime();
}

function statOf(path: URL): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
