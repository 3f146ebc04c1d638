/**
 * Waits for all of several works, also where one has failed: a process that ends at once then leaves nothing half-done.
 *
 * @param works The works, which are going on.
 * @returns What they came to, in their order.
 * @throws What the first of them threw that failed.
 */
export async function whenAllEnded<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return await Promise.all(works);
}
