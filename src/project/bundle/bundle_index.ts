import { join } from "@std/path";
import { replaceFile } from "../../replace_file.ts";
import { VERSION } from "../../version.ts";
import type { Manifest } from "../manifest.ts";
import { REVISION, SETTINGS } from "./settings.ts";
import { sha256 } from "./sha256.ts";
import type { TrackedInputs } from "./tracked_inputs.ts";

/** What leads from a project to the bundle that was last made of it. */
export interface IndexEntry extends TrackedInputs {
  /** The bundle's id. */
  readonly id: string;
  /** The fingerprint of everything tracked, as it was when the bundle was made. */
  readonly digest: string;
  /** The absolute paths of the source files in the bundle. */
  readonly inputs: readonly string[];
}

/**
 * Where the index keeps what it knows of a project.
 *
 * @param manifest The project.
 * @param cacheDir The folder that has `bundles`.
 * @returns A path that is different for another program version, other settings, another folder and another main module.
 */
export async function toIndexPath({ dir, mainPath }: Manifest, cacheDir: string): Promise<string> {
  const key = new TextEncoder().encode(JSON.stringify([VERSION, REVISION, SETTINGS, dir, mainPath]));
  return join(cacheDir, "bundles", "index", `${await sha256(key)}.json`);
}

/**
 * Reads what the index knows of a project.
 *
 * @param path Where it keeps that.
 * @returns The entry; `undefined` where there is none, or none that can be understood.
 */
export async function readIndexEntry(path: string): Promise<IndexEntry | undefined> {
  try {
    const value = JSON.parse(await Deno.readTextFile(path)) as Record<keyof IndexEntry, unknown>;
    const { id, digest, inputs, files, trees, links } = value;
    const isWhole = typeof id === "string" && /^[0-9a-f]{64}$/.test(id) && typeof digest === "string" &&
      [inputs, files, trees].every(isTexts) && Array.isArray(links) && links.every(isTexts);
    return isWhole ? value as unknown as IndexEntry : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes what the index is to know of a project. A failure is no harm: the next start bundles again.
 *
 * @param path Where it keeps that.
 * @param entry The entry.
 */
export async function writeIndexEntry(path: string, entry: IndexEntry): Promise<void> {
  await replaceFile(path, JSON.stringify(entry)).catch(() => {});
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
