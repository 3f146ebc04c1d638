import { homedir } from "node:os";
import { isAbsolute } from "@std/path";
import { posix, win32 } from "node:path";
import { WorkflowError } from "../../errors.ts";

/** Whose Desktop: where the files of a person are. */
export interface DesktopPlace {
  /** The person's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: typeof Deno.build.os;
  readonly home: string;
}

/** One Desktop of a person: where it keeps its data. */
export interface UserData {
  /** The folder of `desktop.sqlite`. */
  readonly dir: string;
  /** The data dir of its runs. */
  readonly dataDir: string;
  /** Its name, where it is not the person's first one. */
  readonly profile?: string;
}

/** Which Desktop is meant. */
export interface UserDataChoice {
  /** An absolute folder. */
  readonly userDataDir?: string | undefined;
  readonly profile?: string | undefined;
}

/**
 * The place of this machine and person.
 *
 * @returns It.
 */
export function herePlace(): DesktopPlace {
  return { env: Deno.env.toObject(), platform: Deno.build.os, home: homedir() };
}

/**
 * The folder of the index of all Desktops of a person. It must not depend on what a shell sets: MCP clients hand on little more
 * than HOME to the servers that they start.
 *
 * @param place Whose.
 * @returns Its path.
 */
export function toIndexDir(place: DesktopPlace): string {
  return platformUserDataDir({ ...place, env: { ...place.env, XDG_DATA_HOME: undefined } });
}

/** The platform's folder for the data of programs. */
function platformUserDataDir({ env, platform, home }: DesktopPlace): string {
  switch (platform) {
    case "windows":
      return win32.join(env.APPDATA || win32.join(home, "AppData", "Roaming"), "Workflow Code");
    case "darwin":
      return posix.join(home, "Library", "Application Support", "Workflow Code");
    default: {
      const { XDG_DATA_HOME: data } = env;
      // A relative one is to be ignored, says the specification.
      return posix.join(
        data && isAbsolute(data) ? data : posix.join(home, ".local", "share"),
        "workflow-code",
      );
    }
  }
}

/**
 * Finds a Desktop's data. The first one shares its data dir with the command line; every other one is a world of its own.
 *
 * @param choice Which Desktop.
 * @param place Whose.
 * @returns Where its data is. Nothing is made.
 * @throws {WorkflowError} `usage` if both are given, or the profile has no name that can be a folder's.
 */
export function findUserData({ userDataDir, profile }: UserDataChoice, place: DesktopPlace): UserData {
  const { platform } = place;
  const { join } = platform === "windows" ? win32 : posix;
  const first = platformUserDataDir(place);
  if (userDataDir !== undefined && profile !== undefined) {
    throw new WorkflowError("usage", "--user-data-dir and --profile name two places; give one of them");
  }
  if (userDataDir !== undefined && userDataDir !== first) {
    return { dir: userDataDir, dataDir: join(userDataDir, "data") };
  }
  if (profile === undefined) return { dir: first, dataDir: toSharedDataDir(place) };
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/.test(profile)) {
    throw new WorkflowError(
      "usage",
      `--profile must be 1 to 32 letters, digits, _ or -, found ${JSON.stringify(profile)}`,
    );
  }
  const dir = `${first}-${profile}`;
  return { dir, dataDir: join(dir, "data"), profile };
}

/**
 * The data dir that the first Desktop shares with the command line.
 *
 * @param place Whose.
 * @returns Its path.
 */
export function toSharedDataDir({ platform, home }: DesktopPlace): string {
  return (platform === "windows" ? win32 : posix).join(home, ".workflow-code");
}
