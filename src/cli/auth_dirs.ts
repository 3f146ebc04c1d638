import { join } from "@std/path";
import type { AuthDirs } from "../auth/to_saved_server_path.ts";
import { readDataDir } from "./data_dir.ts";

/**
 * The folders of saved logins.
 *
 * @param options The options of the command line.
 * @returns What `--auth-dir` and `--desktop-config-dir` say, else folders of the data dir.
 */
export function readAuthDirs(options: ReadonlyMap<string, readonly string[]>): AuthDirs {
  const dataDir = readDataDir(options);
  return {
    authDir: options.get("auth-dir")?.[0] ?? join(dataDir, "auth"),
    desktopConfigDir: options.get("desktop-config-dir")?.[0] ?? join(dataDir, "desktop-config"),
  };
}
