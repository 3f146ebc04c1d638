import { dropPermissions } from "../drop_permissions.ts";
import { FrameWriter, splitLines, unframe, writeAll } from "../frames.ts";
import { parseHostMessage } from "../parse_message.ts";
import { Executor } from "./executor.ts";

/** What an executor never needs, and so cannot do nor hand to a worker. */
const DROPPED = ["run", "ffi", "import"] as const;

/**
 * The executor process: takes its key and its requests from stdin, answers on stdout, ends when stdin does.
 *
 * @returns The exit code.
 */
export async function runExecutor(): Promise<number> {
  await dropPermissions(DROPPED);
  const lines = splitLines(Deno.stdin.readable);
  const first = await lines.next();
  if (first.done) return 2;
  const key = first.value;
  const writer = new FrameWriter((bytes) => writeAll(Deno.stdout, bytes), key);
  const executor = new Executor((message) => writer.send(message));
  try {
    for await (const line of lines) {
      const text = unframe(line, key);
      const message = text === undefined ? undefined : parseHostMessage(text);
      // Only the host writes here: anything else means that it is broken, and nothing can be trusted any more.
      if (!message) return 1;
      void executor.answer(message);
    }
    return 0;
  } finally {
    executor.close();
  }
}
