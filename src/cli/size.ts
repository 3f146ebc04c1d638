/**
 * Writes a number of bytes for people: `0 bytes`, `812 bytes`, `3.4 KiB`, `1.2 GiB`.
 *
 * @param bytes The bytes.
 * @returns The text.
 */
export function toSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const units = ["KiB", "MiB", "GiB", "TiB"];
  let size = bytes / 1024;
  let unit = 0;
  for (; size >= 1023.95 && unit < units.length - 1; unit++) size /= 1024;
  return `${size.toFixed(1)} ${units[unit]}`;
}
