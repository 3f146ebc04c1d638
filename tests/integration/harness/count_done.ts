/**
 * Counts how often each step was done, where each prints `did <step>`.
 *
 * @param stderr What the commands wrote that ran it.
 * @returns The count by step.
 */
export function countDone(...stderr: readonly string[]): Record<string, number> {
  const done = stderr.flatMap((text) => Array.from(text.matchAll(/\] did (.+)$/gm), ([, step = ""]) => step));
  return Object.fromEntries(
    Map.groupBy(done, (step) => step).entries().map(([step, all]) => [step, all.length]),
  );
}
