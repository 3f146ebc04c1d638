/** Names without capability, which project code cannot read: without them TLS and time zones break. */
const PASSED_ON = new Set([
  "TZ",
  "LANG",
  "DENO_TLS_CA_STORE",
  "DENO_CERT",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "ALL_PROXY",
  "SYSTEMROOT",
  "TEMP",
]);

/**
 * Each worker is a thread, and glibc gives each thread an arena of its own that it hardly ever gives back: after a few hundred
 * runs an executor at rest held 127 MB, with two arenas 77 MB, for the same processor time. Other systems ignore it.
 */
const MALLOC_ARENA_MAX = "2";

/**
 * The whole environment of an executor process. What is granted to a project is not in it: runs get that as a plain
 * object, so that a granted `LD_PRELOAD` does nothing to the process.
 *
 * @param hostEnv The host's environment.
 * @returns The few names of it that are passed on, in any case of letters.
 */
export function executorEnvironment(hostEnv: Readonly<Record<string, string>>): Record<string, string> {
  const passedOn = Object.entries(hostEnv)
    .filter(([name]) => PASSED_ON.has(name.toUpperCase()) || name.startsWith("LC_"));
  return { ...Object.fromEntries(passedOn), MALLOC_ARENA_MAX };
}
