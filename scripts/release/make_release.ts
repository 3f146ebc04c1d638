import { join } from "@std/path";
import { buildExecutable } from "../build/build_executable.ts";
import { sha256 } from "../build/sha256.ts";
import type { Target } from "../build/targets.ts";
import { fillInstallScript } from "./fill_install_script.ts";
import { type ArchiveFile, packArchive } from "./pack_archive.ts";

/** What a release is made of. */
export interface MakeReleaseOptions {
  /** The folder with main.ts, src and deno.json. */
  root: string;
  /** Where the files go; what is in it is replaced. */
  outDir: string;
  targets: readonly Target[];
  /** Whether any runtime will do. */
  trial: boolean;
  /** Where the releases will be; without it the install scripts need WORKFLOW_CODE_DOWNLOAD_URL. */
  repositoryUrl: string | undefined;
  /** Takes what a person should know. */
  onRemark: (remark: string) => void;
}

/** One file of a release. */
export interface ReleaseFile {
  name: string;
  sha256: string;
  /** Its size. */
  bytes: number;
}

const ADDED = ["README.md", "LICENSE"];
const INSTALL_SCRIPTS = ["install.sh", "install.ps1"];

/**
 * Builds the executables and writes the files of a release.
 *
 * @param options What it is made of.
 * @returns The archives and install scripts, as SHA256SUMS lists them.
 * @throws {Error} When an executable cannot be built; no SHA256SUMS is written then.
 */
export async function makeRelease(options: MakeReleaseOptions): Promise<ReleaseFile[]> {
  const { root, outDir, targets, trial, repositoryUrl, onRemark } = options;
  const { version } = JSON.parse(await Deno.readTextFile(join(root, "deno.json"))) as { version: string };
  await Deno.remove(outDir, { recursive: true }).catch(() => {});
  await Deno.mkdir(outDir, { recursive: true });
  const added = await Promise.all(ADDED.map((name) => readPlain(join(root, name), name)));
  const files: ReleaseFile[] = [];
  const write = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    await Deno.writeFile(join(outDir, name), bytes);
    files.push({ name, sha256: await sha256(bytes), bytes: bytes.length });
  };
  for (const target of targets) {
    const { bytes, remark } = await buildExecutable({ target, root, release: !trial });
    if (remark !== undefined) onRemark(remark);
    const program = { name: `workflow-code${target.suffix}`, bytes, isExecutable: true };
    const format = target.suffix === ".exe" ? "zip" : "tar.gz";
    const folder = `workflow-code-${version}-${target.triple}`;
    await write(`workflow-code-${target.triple}.${format}`, packArchive(folder, [program, ...added], format));
  }
  for (const name of INSTALL_SCRIPTS) {
    const template = await Deno.readTextFile(join(root, "scripts", "release", name));
    await write(name, new TextEncoder().encode(fillInstallScript(template, repositoryUrl)));
  }
  await Deno.writeTextFile(join(outDir, "SHA256SUMS"), toSums(files));
  return files;
}

async function readPlain(path: string, name: string): Promise<ArchiveFile> {
  return { name, bytes: await Deno.readFile(path), isExecutable: false };
}

/** As `sha256sum --check` reads it. */
function toSums(files: readonly ReleaseFile[]): string {
  return files.map(({ sha256, name }) => `${sha256}  ${name}\n`).join("");
}
