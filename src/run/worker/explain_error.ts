const REFUSED = /^(?:NotCapable: )?Requires (\w+) access(?: to (.+?))?, specify the required permissions/;

const IN_MANIFEST = (name: string) => `"workflow.permissions.${name}" in package.json`;

/** What a missing permission means to an author; `what` is a path, host or name in quotes. */
const REASONS = {
  read: (what: string) =>
    `Cannot read ${what}: a workflow reads its own folder and what ${IN_MANIFEST("read")} names`,
  write: (what: string) => `Cannot write ${what}: a workflow writes in the folder of os.tmpdir() only`,
  net: (what: string) => `Cannot reach ${what}: ${IN_MANIFEST("net")} does not name it`,
  sys: (what: string) => `Cannot ask the system for ${what}: ${IN_MANIFEST("sys")} does not name it`,
  run: (what: string) => `Cannot start ${what}: a workflow runs no other programs`,
  ffi: () => "Cannot load a native library: a workflow runs JavaScript and WebAssembly only",
};

/** How Node's modules tell that the name of a host may not be looked up. */
const UNKNOWN_HOST = /\bgetaddrinfo EPERM (\S+)/;

/** What Deno says when code that was made from text imports something. */
const IMPORT_IN_TEXT = "Referrer uses invalid specifier";

/**
 * Says what an author can do about an error of the runtime, which speaks of flags that a workflow does not have.
 *
 * @param error What was thrown.
 * @param message Its message.
 * @returns The same in terms of a workflow, or the message as it is.
 */
export function explainError(error: unknown, message: string): string {
  if (error === undefined || error === null) {
    return `The workflow threw ${error} instead of an error that says why`;
  }
  if (message.includes(IMPORT_IN_TEXT)) {
    return "Cannot import in code that is made from text (eval, new Function, node:vm): import it in the project's sources";
  }
  const [, host] = UNKNOWN_HOST.exec(message) ?? [];
  if (host !== undefined) return REASONS.net(`"${host}"`);
  const [, permission = "", what = "this"] = REFUSED.exec(message) ?? [];
  return isPermission(permission) ? REASONS[permission](what) : message;
}

function isPermission(name: string): name is keyof typeof REASONS {
  return Object.hasOwn(REASONS, name);
}
