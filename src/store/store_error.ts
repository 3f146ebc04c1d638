import { toMessage, WorkflowError } from "../errors.ts";

const LOCKED = /\bis locked\b/;

/** What SQLite says, and what that means to a person. `exec` gives its errors no code, so their texts are told apart. */
const EXPLANATIONS: readonly (readonly [said: RegExp, means: string])[] = [
  [LOCKED, "another process has kept it locked for too long; try again"],
  [/\breadonly database\b/, "it is read-only; make it writable or use another --data-dir"],
  [/\bdatabase or disk is full\b/, "the disk is full; free some space and try again"],
  [
    /\bmalformed\b|\bis not a database\b/,
    "it is damaged and has been left untouched; move it away or use another --data-dir",
  ],
  [/\bunable to open database file\b/, "its file cannot be opened or made; check who may write its folder"],
  [/\bdisk I\/O error\b/, "the disk reports an error"],
];

/** What a client is told of a failed store: why it failed names paths of this machine, which are no business of a client. */
export const STORE_FAILURE =
  "The server cannot read or write its data; its standard error output says where and why";

/**
 * Puts a failure of a store in terms that a person can act on.
 *
 * @param action What could not be done, naming the store: "open the run journal at /data/journal.sqlite".
 * @param cause What was thrown; a `WorkflowError` is returned as it is.
 * @returns A `store_failed` error.
 */
export function toStoreError(action: string, cause: unknown): WorkflowError {
  if (cause instanceof WorkflowError) return cause;
  const message = toMessage(cause);
  const means = EXPLANATIONS.find(([said]) => said.test(message))?.[1];
  const reason = means === undefined ? message : `${means} (${message})`;
  return new WorkflowError("store_failed", `Cannot ${action}: ${reason}`, { cause });
}

/**
 * Tells whether something failed because another process has the database locked.
 *
 * @param error What was thrown.
 * @returns Whether trying again may help.
 */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && LOCKED.test(error.message);
}
