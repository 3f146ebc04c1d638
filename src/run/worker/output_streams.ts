import { Writable } from "node:stream";
import type { LogWriter } from "./log_writers.ts";

/**
 * Makes what `console` writes to: only `write` counts. A real stream would hold the text back once it is corked or ended.
 *
 * @param write Where the text goes.
 * @returns As much of a stream as `Console` asks for.
 */
export function syncStream(write: LogWriter): NodeJS.WritableStream {
  return {
    write: (text: string) => (write(text), true),
    // Without it `Console` fails at every line and says nothing.
    listenerCount: () => 1,
    on() {},
    once() {},
    removeListener() {},
  } as unknown as NodeJS.WritableStream;
}

/**
 * Makes what stands in for `process.stdout` and `process.stderr`: a stream that is no terminal.
 *
 * @param write Where the bytes go.
 * @param fd The descriptor that it claims to have.
 * @returns The stream.
 */
export function nodeStream(write: LogWriter, fd: number): Writable {
  const stream = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      write(chunk);
      done();
    },
    // As in Node, it outlives whoever ends or destroys it.
    destroy(error, done) {
      done(error);
      (this as unknown as { _undestroy(): void })._undestroy();
    },
  });
  return Object.assign(stream, { fd, isTTY: false, _type: "pipe" });
}

/**
 * Makes what stands in for `Deno.stdout` and `Deno.stderr`.
 *
 * @param write Where the bytes go.
 * @returns The stream.
 */
export function denoStream(write: LogWriter): typeof Deno.stdout {
  const writeSync = (bytes: Uint8Array) => (write(bytes), bytes.length);
  return {
    writeSync,
    write: (bytes: Uint8Array) => Promise.resolve(writeSync(bytes)),
    writable: new WritableStream<Uint8Array>({ write: (bytes) => void writeSync(bytes) }),
    isTerminal: () => false,
    close() {},
    [Symbol.dispose]() {},
  } as unknown as typeof Deno.stdout;
}
