/** How long to wait before trying again, in milliseconds: at first, and at most. */
const FIRST_DELAY_MS = 1;
const LONGEST_DELAY_MS = 20;

/**
 * Tries again while a standard stream says "not now". A parent can hand down a pipe that it made non-blocking, and then an
 * empty or a full one fails with `WouldBlock` where reading or writing would otherwise wait.
 *
 * @param attempt Reads or writes once.
 * @returns What the first attempt gave that was not put off.
 * @throws Whatever an attempt throws that is neither `WouldBlock` nor `Interrupted`.
 */
export async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let delay = FIRST_DELAY_MS;; delay = Math.min(2 * delay, LONGEST_DELAY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock || error instanceof Deno.errors.Interrupted)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}
