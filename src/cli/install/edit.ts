/** A change of a client's configuration. */
export interface Edit {
  /** The key under which the servers are. */
  readonly container: string;
  /** The server's name: letters, digits, `_` and `-`. */
  readonly key: string;
  /** What the server is to be; undefined takes it away. Of a server that is there, only what is named here changes. */
  readonly entry: Readonly<Record<string, unknown>> | undefined;
}

/** A configuration that cannot be edited; the message reads on from the file's name. */
export class EditError extends Error {
  override readonly name = "EditError";
}

/**
 * What a configuration comes to by an edit.
 *
 * @param before The configuration, an object.
 * @param edit The edit.
 * @returns The configuration as it is to be; an empty list of servers is none.
 */
export function applyEdit(before: unknown, { container, key, entry }: Edit): Record<string, unknown> {
  if (!isObject(before)) throw new EditError("its top is no object");
  const servers = before[container] ?? {};
  if (!isObject(servers)) throw new EditError(`its ${container} is no object`);
  const { [key]: own = {}, ...others } = servers;
  if (!isObject(own)) throw new EditError(`its ${container}.${key} is no object`);
  const { [container]: _, ...rest } = before;
  const after = entry ? { ...others, [key]: { ...own, ...entry } } : others;
  return withoutEmpty({ ...rest, [container]: after }, container) as Record<string, unknown>;
}

/**
 * A configuration without an empty list of servers, which says the same.
 *
 * @param config The configuration.
 * @param container The key under which the servers are.
 * @returns The configuration.
 */
export function withoutEmpty(config: unknown, container: string): unknown {
  if (!isObject(config)) return config;
  const { [container]: servers, ...rest } = config;
  return isObject(servers) && Object.keys(servers).length === 0 ? rest : config;
}

/**
 * Whether two configurations say the same, in whatever order.
 *
 * @param one A configuration.
 * @param other Another one.
 * @returns Whether they say the same.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (one instanceof Date && other instanceof Date) return one.toString() === other.toString();
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}

/**
 * Whether a value is an object with keys.
 *
 * @param value Any value.
 * @returns Whether it is no list, date or anything else.
 */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
