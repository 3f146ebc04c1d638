import { extname, relative } from "@std/path";
import { readTree, type Tree } from "../tree.ts";
import { sha256 } from "./sha256.ts";
import type { TrackedInputs } from "./tracked_inputs.ts";

/** What is known already and need not be read. */
export interface DigestInputsOptions {
  /** What is in the project folder. */
  readonly tree: Tree;
  /** The project folder. */
  readonly dir: string;
  /** The content of files as it went into the bundle, by path. @default it is read now */
  readonly contents?: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** The content of a tracked path, or why it has none. */
type Content = Uint8Array<ArrayBuffer> | "absent" | "no file";

/** A new file of these kinds may be found before another; a new picture or log changes no bundle. */
const MODULE = new Set(["", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".txt"]);

/**
 * Takes a fingerprint of all that a bundle depends on.
 *
 * @param tracked What that is.
 * @param options What is known already.
 * @returns SHA-256 over paths, contents, names of files and targets of links.
 */
export async function digestInputs(tracked: TrackedInputs, options: DigestInputsOptions): Promise<string> {
  const { files, trees, links } = tracked;
  const contents = files.map((path) => options.contents?.get(path) ?? read(path));
  const listings = await Promise.all(trees.map(async (dir) => {
    const tree = dir === options.dir ? options.tree : await readTree(dir).catch(() => ({ files: [] }));
    return tree.files.filter((path) => MODULE.has(extname(path).toLowerCase())).map((path) =>
      relative(dir, path)
    );
  }));
  const targets = links.map(([path]) => findTarget(path));
  const sizes = contents.map((content) => typeof content === "string" ? content : content.length);
  const head = new TextEncoder().encode(JSON.stringify([files, sizes, trees, listings, links, targets]));
  return await sha256(concatenate([head, ...contents.filter((content) => typeof content !== "string")]));
}

// Hundreds of small files are read faster one after the other than by as many asynchronous operations.
function read(path: string): Content {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory
      ? "absent"
      : "no file";
  }
}

function findTarget(path: string): string | null {
  try {
    return Deno.realPathSync(path);
  } catch {
    return null;
  }
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
