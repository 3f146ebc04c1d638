import { dirname } from "@std/path";

/**
 * Writes a text file for its owner only: the file has mode 0600, a folder that is made for it 0700. It is whole under another
 * name first, so that nobody ever reads half of it.
 *
 * @param path Its path; one that is there is replaced.
 * @param text What it is to hold.
 * @throws What the system says if it cannot be written; one that was there is still there.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await Deno.writeTextFile(temporary, text, { mode: 0o600, createNew: true });
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
}
