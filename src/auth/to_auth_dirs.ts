import { join } from "@std/path";
import type { AuthDirs } from "./to_saved_server_path.ts";

/**
 * The folders of saved logins.
 *
 * @param dataDir The root of local data.
 * @param given Those that a person has named.
 * @returns The folders that were given, else those of the data dir.
 */
export function toAuthDirs(
  dataDir: string,
  given: { readonly [K in keyof AuthDirs]?: string | undefined },
): AuthDirs {
  return {
    authDir: given.authDir ?? join(dataDir, "auth"),
    desktopConfigDir: given.desktopConfigDir ?? join(dataDir, "desktop-config"),
  };
}
