import { encodeMessage } from "./encode_message.ts";
import type { ToolResult } from "./handlers.ts";

/** Room for what surrounds a result in its message: the id, which is as long as the client likes, and `_meta`. */
const ENVELOPE_BYTES = 8 * 1024;

/** The most bytes that one character of the text can take: six where it is structured, and as many in the text. */
const BYTES_PER_CHARACTER = 12;

/**
 * Says how long the message would be that carries a result.
 *
 * @param result The result.
 * @returns Bytes: an upper bound, which is exact but for the room left for id and `_meta` where it is above 1 MiB.
 */
export function measureResult(result: ToolResult): number {
  const characters = result.content.reduce((sum, { text }) => sum + text.length, 0);
  const bound = characters * BYTES_PER_CHARACTER + ENVELOPE_BYTES;
  // Measuring means writing it once more as JSON; almost every result is so short that it need not be measured.
  return bound < 1024 * 1024
    ? bound
    : encodeMessage({ jsonrpc: "2.0", id: 0, result }).length + ENVELOPE_BYTES;
}
