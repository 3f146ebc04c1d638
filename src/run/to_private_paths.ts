import { join } from "@std/path";
import type { AuthDirs } from "../auth/to_saved_server_path.ts";
import type { StoreDirs } from "../store/store_protocol.ts";

/** What {@linkcode toPrivatePaths} is told. */
export interface PrivatePathsOptions {
  readonly dataDir: string;
  readonly auth: AuthDirs;
  readonly stores: StoreDirs;
  /** The project's `.env`, where it is kept from runs. */
  readonly hiddenDotEnv?: string;
}

/**
 * What no run gets, though the person who starts it could read it: logins, keys, and what other runs did.
 *
 * @param options Where all that is.
 * @returns Paths of files and folders; they need not exist.
 */
export function toPrivatePaths({ dataDir, auth, stores, hiddenDotEnv }: PrivatePathsOptions): string[] {
  const journal = ["", "-wal", "-shm"].map((end) => `journal.sqlite${end}`);
  return [
    ...["kv", "values", "keys", ...journal].map((name) => join(dataDir, name)),
    ...[stores.kv, stores.values, auth.authDir, auth.desktopConfigDir],
    ...(hiddenDotEnv === undefined ? [] : [hiddenDotEnv]),
  ];
}
