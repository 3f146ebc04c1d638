import { toFileUrl } from "@std/path";
import { openProject } from "../../../../src/project/open_project.ts";
import type { TempProject } from "../temp_project.ts";

/** Bundles a project, loads the bundle and gives its export `result`, which is JSON; rejects with what it threw. */
export async function evaluate({ dir, cacheDir }: TempProject): Promise<unknown> {
  const project = await openProject(dir, { env: {}, cacheDir });
  const { path } = await project.bundle();
  const worker = new Worker(new URL("./_evaluate_worker.ts", import.meta.url), { type: "module" });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<MessageEvent>();
    worker.onmessage = resolve;
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(toFileUrl(path).href);
    const { data } = await promise;
    if (data.failure !== undefined) throw new Error(data.failure);
    return data.result === undefined ? undefined : JSON.parse(data.result);
  } finally {
    worker.terminate();
  }
}
