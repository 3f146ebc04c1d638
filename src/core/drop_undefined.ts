/** `T` with every key that may be `undefined` turned into one that may be absent. */
export type Defined<T> =
  & { [K in keyof T as undefined extends T[K] ? never : K]: T[K] }
  & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/**
 * Leaves out the keys whose value is `undefined`, so that an object is the same before and after JSON.
 *
 * @param object A plain object.
 * @returns A copy without those keys, in the same order.
 */
export function dropUndefined<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}
