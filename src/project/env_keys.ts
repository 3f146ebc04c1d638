/**
 * Whether a variable belongs to Workflow Code's own server connection, which no project ever sees.
 *
 * @param key The name of an environment variable.
 * @returns Whether it is one of `WORKFLOW_SERVER_*`.
 */
export function isServerKey(key: string): boolean {
  return key.toUpperCase().startsWith("WORKFLOW_SERVER_");
}

/**
 * Whether a variable changes how a program loads or runs, so that it could lead code around a run's permissions.
 *
 * @param key The name of an environment variable.
 * @returns Whether it is such a variable: it is never handed to a project's processes.
 */
export function loadsCode(key: string): boolean {
  return /^(LD_|DYLD_|DENO_|GLIBC_TUNABLES$|NODE_OPTIONS$|NODE_PATH$)/i.test(key);
}
