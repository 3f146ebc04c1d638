import { patiently } from "./patiently.ts";

/** As much as a pipe holds. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Reads the standard input of this process. `Deno.stdin.readable` would do, if it did not fail for good where a non-blocking
 * pipe is empty for a moment.
 *
 * @returns The bytes as they come.
 */
export function readStdin(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const chunk = new Uint8Array(CHUNK_BYTES);
      const size = await patiently(() => Deno.stdin.read(chunk));
      if (size === null) controller.close();
      else controller.enqueue(chunk.subarray(0, size));
    },
  }, { highWaterMark: 0 });
}
