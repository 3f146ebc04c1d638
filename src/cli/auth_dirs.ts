import { toAuthDirs } from "../auth/to_auth_dirs.ts";
import type { AuthDirs } from "../auth/to_saved_server_path.ts";
import { readDataDir } from "./data_dir.ts";
import type { OptionValues } from "./option_values.ts";

/**
 * The folders of saved logins.
 *
 * @param options The options of the command line.
 * @returns What `--auth-dir` and `--desktop-config-dir` say, else folders of the data dir.
 */
export function readAuthDirs(options: OptionValues): AuthDirs {
  return toAuthDirs(readDataDir(options), {
    authDir: options.get("auth-dir")?.[0],
    desktopConfigDir: options.get("desktop-config-dir")?.[0],
  });
}
