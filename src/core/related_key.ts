/** Stands in no key that a run makes: ids are encoded in it. */
const MARK = "/>";

/**
 * Makes the key under which a run hands on what a run of a related project asks.
 *
 * @param step The key of the step of the calling run.
 * @param asked The related run, and the key of its question there.
 * @returns The key, the same when either run is resumed.
 */
export function toRelatedKey(
  step: string,
  { runId, key }: { readonly runId: string; readonly key: string },
): string {
  return `${step}${MARK}${runId}:${key}`;
}

/**
 * Tells whether a question is one that a run hands on.
 *
 * @param key The question's key.
 * @returns Whether {@linkcode toRelatedKey} made it.
 */
export function isRelatedKey(key: string): boolean {
  return key.includes(MARK);
}

/**
 * Gives the key of the step in which a question is handed on.
 *
 * @param key The question's key.
 * @returns The step's key; `undefined` for a question of the run's own.
 */
export function callingStep(key: string): string | undefined {
  const end = key.indexOf(MARK);
  return end < 0 ? undefined : key.slice(0, end);
}
