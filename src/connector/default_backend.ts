import { createDenoBackend } from "./deno_backend.ts";
import { endWithHost } from "./end_with_host.ts";
import { killGroup } from "./kill_group.ts";
import type { SpawnBackend } from "./spawn_backend.ts";

/**
 * The backend of the runtime that this program runs in. Its servers end with this process.
 *
 * @returns `Deno.Command` in Deno, `node:child_process` in Node.
 */
export async function defaultBackend(): Promise<SpawnBackend> {
  if ("Deno" in globalThis) return endWithHost(createDenoBackend(killGroup));
  const { createNodeBackend } = await import("./node_backend.ts"); // Of no use to Deno, so not read there.
  return endWithHost(createNodeBackend(killGroup));
}
