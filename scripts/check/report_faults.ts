// deno-lint-ignore-file no-console -- the printer of the checks

/** Where something is wrong and how to mend it. */
export interface Fault {
  /** Path from the top of the project. */
  path: string;
  /** Counted from 1. */
  line: number;
  message: string;
  /** What to do about it. */
  fix: string;
}

/**
 * Prints faults as `file:line message`, the fix below, and ends the process: with 1 if there are any.
 *
 * @param faults What was found.
 */
export function reportFaults(faults: readonly Fault[]): never {
  for (const { path, line, message, fix } of faults) {
    console.error(`${path}:${line} ${message}\n  fix: ${fix}`);
  }
  Deno.exit(faults.length > 0 ? 1 : 0);
}
