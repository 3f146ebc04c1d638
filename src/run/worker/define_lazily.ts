/**
 * Puts a value in place of a member of a global object. It is made when it is asked for, since few runs ask, and all wait.
 *
 * @param object The object.
 * @param name The member; it can be replaced as before.
 * @param make Makes the value, once.
 */
export function defineLazily(object: object, name: string, make: () => unknown): void {
  const replace = (value: unknown): void =>
    void Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  const get = (): unknown => {
    const value = make();
    replace(value);
    return value;
  };
  Object.defineProperty(object, name, { get, set: replace, enumerable: true, configurable: true });
}
