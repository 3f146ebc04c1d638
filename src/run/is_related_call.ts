import { isCount, isFields, isText } from "./_shapes.ts";
import type { RelatedCall } from "./protocol.ts";

/**
 * Tells whether a value is a call of a related project.
 *
 * @param value Anything that came from a worker.
 * @returns Whether it is one; its values are for its entrypoint's schema to judge.
 */
export function isRelatedCall(value: unknown): value is RelatedCall {
  return isFields(value) && isFields(value.values) && isCount(value.order) &&
    [value.alias, value.entrypointId, value.key, value.node].every(isText);
}
