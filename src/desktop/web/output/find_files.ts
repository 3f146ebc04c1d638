import { type FileReference, readFileReference } from "./file_reference.ts";

/** A value of more parts than these is not searched to its end. */
const MOST_PARTS = 200_000;

/**
 * Finds the files that a value names.
 *
 * @param value JSON.
 * @returns The files, in order.
 */
export function findFiles(value: unknown): FileReference[] {
  const found: FileReference[] = [];
  const stack: unknown[] = [value];
  for (let parts = 0; stack.length > 0 && parts < MOST_PARTS; parts++) {
    const part = stack.pop();
    const file = readFileReference(part);
    if (file) found.push(file);
    else if (typeof part === "object" && part !== null) {
      for (const inner of Object.values(part).reverse()) stack.push(inner);
    }
  }
  return found;
}
