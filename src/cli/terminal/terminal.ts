import { HiddenLine } from "./hidden_line.ts";
import { printDiagnostic } from "../printer.ts";

/** How {@linkcode Terminal.ask} asks. */
export interface AskLineOptions {
  /** Gives up asking when it aborts. */
  readonly signal: AbortSignal;
  /** Whether what is typed is not shown. @default false */
  readonly hidden?: boolean;
  /** Gives what the line may become when Tab is pressed. @default Tab is a character as any other */
  readonly complete?: (line: string) => string[];
}

/** A person at a terminal. */
export interface Terminal {
  /** Shows text. */
  write(text: string): void;
  /**
   * Asks for one line.
   *
   * @param prompt What is shown before it.
   * @param options Until when, and whether it is shown.
   * @returns The line without its end; undefined where the person has ended the input.
   * @throws The signal's reason, and an `AbortError` where the person interrupts.
   */
  ask(prompt: string, options: AskLineOptions): Promise<string | undefined>;
}

/** The terminal on stdin and stderr: stdout is for results. */
export class StdioTerminal implements Terminal {
  #rest = new Uint8Array();
  #reading: Promise<Uint8Array | undefined> | undefined;

  write(text: string): void {
    printDiagnostic(text);
  }

  async ask(
    prompt: string,
    { signal, hidden = false, complete }: AskLineOptions,
  ): Promise<string | undefined> {
    signal.throwIfAborted();
    if (hidden) return await raw(() => this.#askHidden(prompt, signal));
    if (complete) return await raw(() => this.#askEdited(prompt, { signal, complete }));
    this.write(prompt);
    return await this.#readLine(signal);
  }

  async #askHidden(prompt: string, signal: AbortSignal): Promise<string | undefined> {
    // In raw mode already: what is typed right behind the prompt must not be shown.
    this.write(prompt);
    try {
      return await this.#readHidden(signal);
    } finally {
      this.write("\n"); // Enter was not shown either.
    }
  }

  async #askEdited(
    prompt: string,
    { signal, complete }: Required<Pick<AskLineOptions, "signal" | "complete">>,
  ): Promise<string | undefined> {
    const { readEditedLine } = await import("./edited_line.ts");
    const { line, rest } = await readEditedLine(prompt, {
      read: () => this.#read(signal),
      write: (text) => this.write(text),
      complete,
    });
    if (rest.length > 0) this.#rest = rest;
    return line;
  }

  async #readLine(signal: AbortSignal): Promise<string | undefined> {
    let line = new Uint8Array();
    while (true) {
      const chunk = await this.#read(signal);
      if (!chunk) return line.length > 0 ? toText(line) : undefined;
      const end = chunk.indexOf(0x0a);
      if (end >= 0) {
        this.#rest = chunk.subarray(end + 1);
        return toText(concat(line, chunk.subarray(0, end)));
      }
      line = concat(line, chunk);
    }
  }

  async #readHidden(signal: AbortSignal): Promise<string | undefined> {
    const line = new HiddenLine();
    while (true) {
      const chunk = await this.#read(signal);
      if (!chunk) return undefined;
      for (const [index, byte] of chunk.entries()) {
        const change = line.push(byte);
        if (change === "more") continue;
        this.#rest = chunk.subarray(index + 1);
        if (change === "interrupt") throw new DOMException("Interrupted", "AbortError");
        return change === "done" ? line.text : undefined;
      }
    }
  }

  /** What has been typed since; a read that was given up is the next one's, so that no key is lost. */
  async #read(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (this.#rest.length > 0) {
      const rest = this.#rest;
      this.#rest = new Uint8Array();
      return rest;
    }
    this.#reading ??= readSome();
    const chunk = await untilAborted(this.#reading, signal);
    this.#reading = undefined;
    return chunk as Uint8Array<ArrayBuffer> | undefined;
  }
}

/** Every key as it is pressed; Ctrl-C stays a signal, but on Windows, which knows no cbreak. */
async function raw<T>(work: () => Promise<T>): Promise<T> {
  Deno.stdin.setRaw(true, { cbreak: Deno.build.os !== "windows" });
  try {
    return await work();
  } finally {
    Deno.stdin.setRaw(false);
  }
}

async function readSome(): Promise<Uint8Array | undefined> {
  const buffer = new Uint8Array(4096);
  const count = await Deno.stdin.read(buffer);
  return count ? buffer.subarray(0, count) : undefined;
}

async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/\r$/, "");
}
