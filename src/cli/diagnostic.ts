import { serializeError, type SourceLocation, toMessage } from "../errors.ts";

/**
 * Says for people what went wrong.
 *
 * @param error Anything that was thrown.
 * @returns The place in the author's source where it is known, the message, and a line for every fault that the message
 * does not name; and how the project's code got there, where it failed while it was loaded.
 */
export function toDiagnostic(error: unknown): string {
  const { code, faults = [], location, stack = "" } = serializeError(error);
  const message = withPlace(toMessage(error), location);
  const others = faults.filter(({ reason }) => !message.includes(reason));
  // Only that of the project's own code says more than the place.
  const frames = code === "invalid_definition" ? stack.split("\n").filter(isFrame) : [];
  return [
    message,
    ...others.map(({ path, reason }) => `  ${path}: ${reason}`),
    ...(frames.length > 1 ? frames : []),
  ].join("\n");
}

function isFrame(line: string): boolean {
  return /^\s+at .*file:/.test(line);
}

/** Many messages begin with their place already. */
function withPlace(message: string, location: SourceLocation | undefined): string {
  if (!location || message.startsWith(location.file)) return message;
  return `${location.file}:${location.line}:${location.column}: ${message}`;
}
