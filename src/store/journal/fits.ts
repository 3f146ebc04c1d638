import { type Reader, ShapeError } from "./_shape.ts";

/**
 * Tells whether the journal could read a value back.
 *
 * @param reader What reads it.
 * @param value Anything.
 * @returns Whether it is what the reader is for.
 */
export function fits<T>(reader: Reader<T>, value: unknown): value is T {
  try {
    reader(value, "");
    return true;
  } catch (error) {
    if (error instanceof ShapeError) return false;
    throw error;
  }
}
