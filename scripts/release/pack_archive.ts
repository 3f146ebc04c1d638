import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { createTar } from "nanotar";

/** A file of an archive. */
export interface ArchiveFile {
  /** Its name inside the archive's folder. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether it may be started. */
  isExecutable: boolean;
}

/** The same for every archive: the same files make the same bytes. */
const FROZEN_TIME = new Date("2000-01-01T00:00:00Z");
const MODES = { executable: 0o755, plain: 0o644 };
/** Two empty blocks end a tar; the library has room for fewer where its records of 20 blocks are filled. */
const TAR_END_BYTES = 2 * 512;
/** In a zip the mode of a file stands above its DOS attributes, and 3 says that it is one of Unix. */
const UNIX = 3;
const MODE_SHIFT = 16;

/**
 * Packs files into one archive with one folder.
 *
 * @param folder The folder's name.
 * @param files What is in it.
 * @param format `zip` for Windows, else `tar.gz`.
 * @returns The archive.
 */
export function packArchive(
  folder: string,
  files: readonly ArchiveFile[],
  format: "tar.gz" | "zip",
): Uint8Array<ArrayBuffer> {
  const named = files.map((file) => ({
    ...file,
    path: `${folder}/${file.name}`,
    mode: file.isExecutable ? MODES.executable : MODES.plain,
  }));
  if (format === "zip") {
    return zipSync(Object.fromEntries(named.map(({ path, bytes, mode }) => [
      path,
      [bytes, { mtime: FROZEN_TIME, os: UNIX, attrs: mode << MODE_SHIFT }],
    ])));
  }
  const tar = createTar(named.map(({ path, bytes, mode }) => ({
    name: path,
    data: bytes,
    attrs: { mode: mode.toString(8), mtime: FROZEN_TIME.getTime(), uid: 0, gid: 0 },
  })));
  return new Uint8Array(gzipSync(withEnd(tar)));
}

function withEnd(tar: Uint8Array): Uint8Array {
  const ended = new Uint8Array(tar.length + TAR_END_BYTES);
  ended.set(tar);
  return ended;
}
