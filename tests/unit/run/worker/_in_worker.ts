/** What came of a body: what it returned, what it threw, or the call that ended it. */
export interface Answer {
  readonly value?: unknown;
  readonly error?: string;
  readonly ended?: string;
}

/**
 * Runs code in a worker of its own that is prepared as a run worker is: what is prepared are globals.
 *
 * @param body The body of an async function of `builtin(name)` and `log`, the events so far.
 * @returns What came of it.
 */
export async function inWorker(body: string): Promise<Answer> {
  const scratchDir = await Deno.makeTempDir();
  const worker = new Worker(new URL("./_confined_worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
      worker.postMessage({ scratchDir, body });
    });
  } finally {
    worker.terminate();
    await Deno.remove(scratchDir, { recursive: true });
  }
}
