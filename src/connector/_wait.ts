/**
 * Waits.
 *
 * @param ms How long, in milliseconds.
 * @returns Resolves when the time is up.
 */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Waits for something, but not for ever. No timer is left behind.
 *
 * @param promise What is waited for.
 * @param ms How long at most, in milliseconds.
 * @returns Whether it came in time.
 * @throws What the promise rejects with in time.
 */
export async function isWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<false>((resolve) => timer = setTimeout(() => resolve(false), ms));
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
