import process from "node:process";
import { Readable } from "node:stream";
import { defineLazily } from "./define_lazily.ts";

/** Closes the worker's handle of the process's stdin, which carries the host's frames, and puts an ended one in its place. */
export function closeInput(): void {
  try {
    Deno.stdin.close();
  } catch {
    // Already closed.
  }
  defineLazily(process, "stdin", nodeStdin);
  defineLazily(Deno, "stdin", denoStdin);
}

function nodeStdin(): Readable {
  const stdin: Readable = new Readable({ read: () => void stdin.push(null) });
  return Object.assign(stdin, { fd: 0, isTTY: false });
}

function denoStdin(): typeof Deno.stdin {
  return {
    readSync: () => null,
    read: () => Promise.resolve(null),
    readable: new ReadableStream<Uint8Array>({ start: (controller) => controller.close() }),
    setRaw() {},
    isTerminal: () => false,
    close() {},
    [Symbol.dispose]() {},
  } as unknown as typeof Deno.stdin;
}
