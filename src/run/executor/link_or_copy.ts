/**
 * Gives a file a second place: a hard link costs nothing, across file systems only a copy will do.
 *
 * @param from The file.
 * @param to Where it is to be as well; must not exist.
 */
export function linkOrCopy(from: string, to: string): void {
  try {
    Deno.linkSync(from, to);
  } catch {
    Deno.copyFileSync(from, to);
  }
}
