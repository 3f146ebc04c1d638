import { Buffer } from "node:buffer";
import { join } from "@std/path";
import { executable } from "./executable.ts";

/** A passage of the program inside the executable: from the one text up to the other. */
export interface Passage {
  readonly from: string;
  readonly to: string;
}

/** The way in which the MCP SDK's client connects: a passage of the chunk that only connecting loads. */
export const SDK_CONNECT: Passage = {
  from: "async connect(transport, options) {\n    if (await super.connect(transport), transport.sessionId",
  to: ";\n      }\n  }", // The end of its only try; bundling may name the error anew.
};

/**
 * Copies the executable and changes a passage of its program, which must be in it once. What never loads the changed module
 * does not notice.
 *
 * @param dir Where the copy goes.
 * @param passage What is replaced, both texts included.
 * @param text What it is replaced with; not longer.
 * @returns The path of the copy.
 */
export async function alterExecutable(dir: string, { from, to }: Passage, text: string): Promise<string> {
  const path = join(dir, "altered-workflow-code");
  const bytes = Buffer.from(await Deno.readFile(executable()));
  const start = bytes.indexOf(from);
  const end = bytes.indexOf(to, start) + to.length;
  if (start < 0 || end < start || bytes.indexOf(from, start + 1) >= 0) {
    throw new Error("The program has changed: the passage is not in it, or more than once");
  }
  const replacement = Buffer.from(text);
  if (replacement.length > end - start) throw new Error(`There is room for ${end - start} bytes only`);
  bytes.fill(" ", start, end);
  replacement.copy(bytes, start);
  await Deno.writeFile(path, bytes, { mode: 0o755 });
  return path;
}
