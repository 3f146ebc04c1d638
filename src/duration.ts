/**
 * Writes a duration in its two greatest units: `850 ms`, `3.2 s`, `4 min 5 s`, `2 h 10 min`, `3 d 4 h`.
 *
 * @param ms Milliseconds, a whole number.
 * @returns The text.
 */
export function toDuration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
