/** What is read of a lock file of deno, version 5. */
export interface LockFile {
  version: string;
  specifiers?: Record<string, string>;
  jsr?: Record<string, unknown>;
  npm?: Record<string, unknown>;
  workspace?: unknown;
}

/**
 * The lock for a normal network: the npm packages of the npm-only lock, and the jsr packages that it had before. Their
 * hashes cannot be had npm-only and are never invented; deno adds them at the first run where jsr.io answers.
 *
 * @param npmOnly The npm-only lock.
 * @param before The lock as it was.
 * @returns The lock.
 */
export function toNormalLock(npmOnly: LockFile, before: LockFile): LockFile {
  const jsrSpecifiers = Object.entries(before.specifiers ?? {}).filter(([name]) => name.startsWith("jsr:"));
  const specifiers = Object.fromEntries([...jsrSpecifiers, ...Object.entries(npmOnly.specifiers ?? {})]);
  const { version, npm = {}, workspace } = npmOnly;
  return before.jsr === undefined
    ? { version, specifiers, npm, workspace }
    : { version, specifiers, jsr: before.jsr, npm, workspace };
}

/**
 * What is wrong with a pair of locks.
 *
 * @param locks Both locks and the npm packages that must be in them.
 * @returns Sentences, none when all is well.
 */
export function lockFaults(locks: { npmOnly: LockFile; normal: LockFile; specifiers: string[] }): string[] {
  const { npmOnly, normal, specifiers } = locks;
  const faults = specifiers
    .filter((specifier) => npmOnly.specifiers?.[specifier] === undefined)
    .map((specifier) => `scripts/npm_only/deno.lock has no ${specifier}`);
  if (JSON.stringify(npmOnly.npm) !== JSON.stringify(normal.npm)) {
    faults.push("deno.lock and scripts/npm_only/deno.lock differ in their npm packages");
  }
  return faults;
}
