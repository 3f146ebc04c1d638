import { Console } from "node:console";
import { createRequire } from "node:module";
import process from "node:process";
import { Writable } from "node:stream";
import type { LogSink } from "./log_sink.ts";

type Stream = "stdout" | "stderr";

/**
 * Sends everything that project code prints to the run's log, and closes the worker's own handles of the process's
 * standard streams, so that no other way to them is left: stdout carries the frames to the host.
 *
 * @param sink The run's log.
 */
export function installOutput(sink: LogSink): void {
  const stdout = nodeStream("stdout", sink);
  const stderr = nodeStream("stderr", sink);
  for (const [name, value] of Object.entries({ stdout, stderr })) {
    Object.defineProperty(process, name, { value, enumerable: true, configurable: true });
  }
  closeHandle(Deno.stdin);
  closeHandle(Deno.stdout);
  closeHandle(Deno.stderr);
  for (const name of ["stdout", "stderr"] as const) {
    Object.defineProperty(Deno, name, {
      value: denoStream(name, sink),
      enumerable: true,
      configurable: true,
    });
  }
  globalThis.console = new Console({
    stdout: syncStream("stdout", sink),
    stderr: syncStream("stderr", sink),
  }) as unknown as typeof console;
  redirectDescriptors(sink);
}

function closeHandle(handle: { close(): void }): void {
  try {
    handle.close();
  } catch {
    // Already closed.
  }
}

/** `console` only calls `write`; a real stream would delay the text until the run may have ended. */
function syncStream(name: Stream, sink: LogSink): NodeJS.WritableStream {
  return {
    write: (text: string) => (sink.write(name, text), true),
    // Without it `Console` fails at every line and says nothing.
    listenerCount: () => 1,
    on() {},
    once() {},
    removeListener() {},
  } as unknown as NodeJS.WritableStream;
}

function nodeStream(name: Stream, sink: LogSink): Writable {
  const decoder = new TextDecoder();
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      sink.write(name, typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
      done();
    },
  });
  return Object.assign(stream, { fd: name === "stdout" ? 1 : 2, isTTY: false });
}

function denoStream(name: Stream, sink: LogSink): typeof Deno.stdout {
  const decoder = new TextDecoder();
  const writeSync = (bytes: Uint8Array) => {
    sink.write(name, decoder.decode(bytes, { stream: true }));
    return bytes.length;
  };
  return {
    writeSync,
    write: (bytes: Uint8Array) => Promise.resolve(writeSync(bytes)),
    writable: new WritableStream<Uint8Array>({ write: (bytes) => void writeSync(bytes) }),
    isTerminal: () => false,
    close() {},
    [Symbol.dispose]() {},
  } as unknown as typeof Deno.stdout;
}

/** Loggers such as sonic-boom write to the numbers 1 and 2. */
function redirectDescriptors(sink: LogSink): void {
  const fs = createRequire(import.meta.url)("node:fs") as Record<string, (...args: unknown[]) => unknown>;
  const streamOf = (fd: unknown): Stream | undefined => fd === 1 ? "stdout" : fd === 2 ? "stderr" : undefined;

  const wrapSync = (name: string, result: (text: string) => unknown) => {
    const original = fs[name];
    if (!original) return;
    fs[name] = (...args) => {
      const stream = streamOf(args[0]);
      if (!stream) return original(...args);
      const text = toText(args[1], args);
      sink.write(stream, text);
      return result(text);
    };
  };
  const wrapCallback = (name: string, values: (text: string, data: unknown) => unknown[]) => {
    const original = fs[name];
    if (!original) return;
    fs[name] = (...args) => {
      const stream = streamOf(args[0]);
      if (!stream) return original(...args);
      const text = toText(args[1], args);
      sink.write(stream, text);
      const callback = args.findLast((arg) => typeof arg === "function") as
        | ((...values: unknown[]) => void)
        | undefined;
      if (callback) queueMicrotask(() => callback(null, ...values(text, args[1])));
    };
  };
  const byteLength = (text: string) => new TextEncoder().encode(text).length;
  wrapSync("writeSync", byteLength);
  wrapSync("writevSync", byteLength);
  wrapSync("writeFileSync", () => undefined);
  wrapSync("appendFileSync", () => undefined);
  wrapSync("fsyncSync", () => undefined);
  wrapCallback("write", (text, data) => [byteLength(text), data]);
  wrapCallback("writev", (text, data) => [byteLength(text), data]);
  wrapCallback("writeFile", () => []);
  wrapCallback("appendFile", () => []);
  wrapCallback("fsync", () => []);
}

function toText(data: unknown, args: readonly unknown[]): string {
  if (typeof data === "string") return data;
  if (Array.isArray(data)) return data.map((part) => toText(part, [])).join("");
  if (!ArrayBuffer.isView(data)) return "";
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const offset = typeof args[2] === "number" ? args[2] : 0;
  const length = typeof args[3] === "number" ? args[3] : bytes.length - offset;
  return new TextDecoder().decode(bytes.subarray(offset, offset + length));
}
