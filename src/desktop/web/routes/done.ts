/** What a page says after a change, by the name that stands in its address. */
const DONE: Readonly<Record<string, string>> = {
  added: "The project was added. Its Settings tab shows what it asks for.",
  removed: "The project was removed. Its runs are still here.",
  granted: "Saved. It holds for the next run and the next connection.",
  related: "Saved. It holds for the next connection.",
  defaults: "Saved. AI clients get these defaults from their next connection on.",
  cleared: "AI clients get the workflow's own defaults from their next connection on.",
  saved: "Saved.",
  answered: "The answer was taken.",
  cancelling: "The run is being cancelled.",
};

/**
 * What a page says after a change.
 *
 * @param name What stands in its address.
 * @returns The words; undefined for a name that stands for nothing.
 */
export function toDone(name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(DONE, name) ? DONE[name] : undefined;
}
