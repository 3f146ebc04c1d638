/**
 * Whether a server can hold a model to a schema to the letter: every object names all that it has, and all of it is required.
 * Others are refused with `strict: true`.
 *
 * @param schema A JSON Schema.
 * @returns Whether it may be sent as a strict one.
 */
export function isStrictSchema(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrictSchema);
  if (typeof schema !== "object" || schema === null) return true;
  const { properties, required, additionalProperties, type } = schema as Record<string, unknown>;
  const isObject = type === "object" || properties !== undefined;
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  const isClosed = additionalProperties === false && Array.isArray(required) &&
    names.every((name) => required.includes(name));
  return (!isObject || isClosed) && Object.values(schema).every(isStrictSchema);
}
