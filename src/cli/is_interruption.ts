/**
 * Whether a person interrupted a question.
 *
 * @param error What asking threw.
 * @returns Whether that was it.
 */
export function isInterruption(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
