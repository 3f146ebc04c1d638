// deno-lint-ignore-file no-console -- a bench prints its table
// What importing a file of 50 MiB costs, against `cp` followed by `sha256sum`, and how much more memory this process takes while it
// imports. A B A B.
import { join } from "@std/path";
import { importFile, MAX_FILE_BYTES } from "../../src/store/import_file.ts";

const ROUNDS = 10;
const MIB = 1024 * 1024;
/** How much longer it may take. */
const BUDGET = 2;

const dir = await Deno.makeTempDir({ prefix: "workflow-code-bench-" });
try {
  const path = join(dir, "large.bin");
  await writeRandom(path);
  const times: { readonly bare: number[]; readonly own: number[] } = { bare: [], own: [] };
  const memory: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const bare = await time(() => copyAndHash(path, join(dir, "copy.bin")));
    const storeDir = join(dir, `store-${round}`); // A file that is there already would be written again all the same.
    const before = Deno.memoryUsage().rss;
    let most = before;
    const timer = setInterval(() => most = Math.max(most, Deno.memoryUsage().rss), 5);
    const own = await time(() => importFile(path, { storeDir, param: "document" }));
    clearInterval(timer);
    await Deno.remove(storeDir, { recursive: true });
    if (round < 0) continue; // The first one warms up.
    times.bare.push(bare);
    times.own.push(own);
    memory.push(most - before);
  }
  const [bare, own] = [median(times.bare), median(times.own)];
  console.log(`50 MiB, ${ROUNDS} of each, A B A B; median`);
  console.log(`cp + sha256sum    ${bare.toFixed(0).padStart(6)} ms`);
  const ratio = own / bare;
  const verdict = ratio <= BUDGET ? "" : `, beyond its budget of ${BUDGET} ×`;
  console.log(`importFile()      ${own.toFixed(0).padStart(6)} ms   ${ratio.toFixed(2)} ×${verdict}`);
  console.log(
    `memory beside it  ${(median(memory) / MIB).toFixed(1).padStart(6)} MiB, at most ${
      (Math.max(...memory) / MIB).toFixed(1)
    } MiB`,
  );
} finally {
  await Deno.remove(dir, { recursive: true });
}

/** What does not compress, on whatever file system. */
async function writeRandom(path: string): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true });
  for (let written = 0; written < MAX_FILE_BYTES; written += 65_536) {
    await file.write(crypto.getRandomValues(new Uint8Array(65_536)));
  }
}

async function copyAndHash(from: string, to: string): Promise<void> {
  for (const command of [["cp", from, to], ["sha256sum", to]]) {
    const [program = "", ...args] = command;
    const { success } = await new Deno.Command(program, { args, stdout: "null", stderr: "inherit" }).output();
    if (!success) throw new Error(`${program} failed`);
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
