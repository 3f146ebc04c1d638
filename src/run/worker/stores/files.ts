import type { RunFiles } from "../../../core/api.ts";
import { showValue } from "../../../core/show_value.ts";
import { nameFault } from "../../../store/file_name.ts";
import { MAX_CHUNK_BYTES } from "../../../store/rules.ts";
import type { MadeFile } from "../../../store/store_protocol.ts";
import { toManagedFile } from "../managed_file.ts";
import { Arguments } from "./arguments.ts";
import type { StoreCaller } from "./store_caller.ts";

const CREATE = new Arguments("ctx.files.create");

/**
 * Makes `ctx.files`.
 *
 * @param call Asks the stores.
 * @returns What makes files.
 */
export function createFiles(call: StoreCaller): RunFiles {
  return Object.freeze({
    async create(name: string, data: string | Uint8Array | ReadableStream<Uint8Array>) {
      CREATE.check("the name", nameFault(name));
      if (data instanceof ReadableStream) return toManagedFile(await write(call, { name, chunks: data }));
      const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
      CREATE.check("the data", bytesFault(bytes));
      return toManagedFile(
        bytes.length <= MAX_CHUNK_BYTES
          ? await call("files.create", { name, data: bytes.slice() })
          : await write(call, { name, chunks: [bytes] }),
      );
    },
  });
}

interface Content {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Writes a file of any length; of one that fails nothing is left. */
async function write(call: StoreCaller, { name, chunks }: Content): Promise<MadeFile> {
  const file = await call("files.begin", { name });
  try {
    for await (const data of toMessages(chunks)) await call("files.write", { file, data });
    return await call("files.end", { file });
  } catch (error) {
    // What went wrong first is what is told.
    await call("files.abort", { file }).catch(() => {});
    throw error;
  }
}

/** Cuts long chunks and joins short ones. What is given on is a copy: a message carries all that is behind a part. */
async function* toMessages(chunks: Content["chunks"]): AsyncGenerator<Uint8Array> {
  let buffer = new Uint8Array(MAX_CHUNK_BYTES);
  let filled = 0;
  for await (const chunk of chunks) {
    CREATE.check("a chunk of the stream", bytesFault(chunk));
    for (let done = 0; done < chunk.length;) {
      const part = chunk.subarray(done, done + MAX_CHUNK_BYTES - filled);
      buffer.set(part, filled);
      filled += part.length;
      done += part.length;
      if (filled < MAX_CHUNK_BYTES) continue;
      yield buffer;
      buffer = new Uint8Array(MAX_CHUNK_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield buffer.slice(0, filled);
}

function bytesFault(data: unknown): string | undefined {
  if (data instanceof Uint8Array) return undefined;
  return `must be text or bytes (a Uint8Array), found ${showValue(data)}`;
}
