import { createInterface } from "node:readline";
import { PassThrough, Writable } from "node:stream";

/** What {@linkcode readEditedLine} works with. */
export interface EditedLineOptions {
  /** Gives what has been typed since; undefined at the end of the input. */
  readonly read: () => Promise<Uint8Array | undefined>;
  /** Shows text. */
  readonly write: (text: string) => void;
  /** Gives what the line may become. */
  readonly complete: (line: string) => string[];
}

/** A line that was typed, and what was typed behind it already. */
export interface EditedLine {
  /** Undefined where the person has ended the input. */
  readonly line: string | undefined;
  readonly rest: Uint8Array<ArrayBuffer>;
}

/**
 * Reads a line from a terminal in raw mode, with the keys for editing that people know and Tab to complete it.
 *
 * @param prompt What is shown before it.
 * @param options Where keys come from and text goes.
 * @returns The line.
 * @throws What `read` throws, and an `AbortError` for Ctrl-C where the terminal makes no signal of it.
 */
export async function readEditedLine(
  prompt: string,
  { read, write, complete }: EditedLineOptions,
): Promise<EditedLine> {
  const input = new PassThrough();
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      write(String(chunk));
      done();
    },
  });
  const editor = createInterface({
    input,
    output,
    terminal: true,
    completer: (line: string) => [complete(line), line],
  });
  const lines: string[] = [];
  let ended: "closed" | "interrupted" | undefined;
  editor.on("line", (line) => lines.push(line));
  editor.on("SIGINT", () => ended = "interrupted");
  editor.on("close", () => ended ??= "closed");
  editor.setPrompt(prompt);
  editor.prompt();
  try {
    while (lines.length === 0 && ended === undefined) {
      const chunk = await read();
      if (!chunk) break;
      input.write(chunk);
      await new Promise((resolve) => setTimeout(resolve, 0)); // The editor takes keys in turns of its own.
    }
    if (ended === "interrupted") throw new DOMException("Interrupted", "AbortError");
    const [line, ...behind] = lines;
    return { line, rest: new TextEncoder().encode(behind.map((one) => `${one}\n`).join("")) };
  } finally {
    editor.close();
  }
}
