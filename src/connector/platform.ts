import process from "node:process";

/** How paths and the names of environment variables work: `posix` on Linux and macOS. */
export type Platform = "posix" | "windows";

/**
 * The platform of this process, under Deno and Node.
 *
 * @returns The platform.
 */
export function currentPlatform(): Platform {
  return process.platform === "win32" ? "windows" : "posix";
}
