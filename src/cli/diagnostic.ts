import { serializeError, type SourceLocation, toMessage } from "../errors.ts";

/**
 * Says for people what went wrong.
 *
 * @param error Anything that was thrown.
 * @returns The place in the author's source where it is known, the message, and a line for every fault that the message
 * does not name.
 */
export function toDiagnostic(error: unknown): string {
  const { faults = [], location } = serializeError(error);
  const message = withPlace(toMessage(error), location);
  const others = faults.filter(({ reason }) => !message.includes(reason));
  return [message, ...others.map(({ path, reason }) => `  ${path}: ${reason}`)].join("\n");
}

/** Many messages begin with their place already. */
function withPlace(message: string, location: SourceLocation | undefined): string {
  if (!location || message.startsWith(location.file)) return message;
  return `${location.file}:${location.line}:${location.column}: ${message}`;
}
