/**
 * Writes a word as a shell takes it for one.
 *
 * @param word The word.
 * @param platform Where it is pasted. @default this platform
 * @returns The word, in double quotes on Windows and single ones elsewhere where it needs any.
 */
export function toShellWord(word: string, platform: typeof Deno.build.os = Deno.build.os): string {
  // A path on Windows holds no double quote.
  if (platform === "windows") return /^[\w@+=:./\\-]+$/.test(word) ? word : `"${word}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
