import type { OutgoingMessage } from "./json_rpc.ts";

/**
 * The most bytes that an outgoing message may have, its line feed counted. Clients that are built on the official SDK hold at
 * most 10 MiB, the part of the next message that arrives in the same chunk included, and break the connection over more:
 * hence one pipe's buffer less.
 */
export const MAX_OUTGOING_BYTES = 10 * 1024 * 1024 - 64 * 1024;

const encoder = new TextEncoder();

/**
 * Turns a message into the one line that it travels as.
 *
 * @param message What is to be sent.
 * @returns The line with its line feed, as UTF-8.
 * @throws {TypeError} When the message is not JSON: a cycle, a BigInt.
 * @throws {RangeError} When it is nested too deeply to be written.
 */
export function encodeMessage(message: OutgoingMessage): Uint8Array<ArrayBuffer> {
  return encoder.encode(`${escapeLineSeparators(JSON.stringify(message))}\n`);
}

/** JSON allows U+2028 and U+2029 in strings, but several clients' line readers break a line at them. */
function escapeLineSeparators(json: string): string {
  return json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
