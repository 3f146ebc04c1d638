import { join } from "@std/path";

/** Where saved logins are. */
export interface AuthDirs {
  /** `--auth-dir`: the login of the command line. */
  readonly authDir: string;
  /** `--desktop-config-dir`: that of Desktop. */
  readonly desktopConfigDir: string;
}

/**
 * The file of a saved login.
 *
 * @param kind Whose.
 * @param dirs The folders.
 * @returns `<auth-dir>/workflow-auth.json` or `<desktop-config-dir>/desktop-auth.json`.
 */
export function toSavedServerPath(
  kind: "login" | "desktop",
  { authDir, desktopConfigDir }: AuthDirs,
): string {
  return kind === "login" ? join(authDir, "workflow-auth.json") : join(desktopConfigDir, "desktop-auth.json");
}
