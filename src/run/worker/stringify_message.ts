// Taken before project code can replace them.
const { stringify } = JSON;
const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;
const prototypes = [Object.prototype, Array.prototype] as const;

/**
 * Writes a message as JSON. A `toJSON` that project code put on the prototype of every object or array is left out of
 * account: it could make any message of any other. Objects with a `toJSON` of their class are written as always.
 *
 * @param message The message.
 * @returns Its text.
 * @throws {TypeError} If such a `toJSON` cannot be taken away, or the message is no JSON.
 */
export function stringifyMessage(message: object): string {
  const [object, array] = prototypes;
  return withoutToJson(object, () => withoutToJson(array, () => stringify(message)));
}

function withoutToJson(prototype: object, work: () => string): string {
  const descriptor = getOwnPropertyDescriptor(prototype, "toJSON");
  if (descriptor === undefined) return work();
  if (!deleteProperty(prototype, "toJSON")) {
    throw new TypeError(
      "Cannot tell what the run does: it has given every object a toJSON that cannot be taken away",
    );
  }
  try {
    return work();
  } finally {
    defineProperty(prototype, "toJSON", descriptor);
  }
}
