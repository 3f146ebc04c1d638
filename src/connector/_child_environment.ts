import type { NormalizedMcpServer } from "../core/api.ts";
import type { Platform } from "./platform.ts";

/** Without these no program starts on Windows; none of them carries capability. */
export const WINDOWS_KEYS = ["SystemRoot", "SystemDrive", "windir", "TEMP", "TMP"];

/** What a child sees, and what of it must not be shown. */
export interface ChildEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** The values of inherited keys. */
  readonly secrets: readonly string[];
}

/**
 * Makes a child's whole environment: what its definition fixes, what it inherits by name, and nothing else; on Windows the
 * few variables that any program needs to start.
 *
 * @param definition The server, checked.
 * @param parent Gives the value of a variable of the parent, and the platform.
 * @returns The environment.
 */
export function toChildEnvironment(
  { environment, inheritEnvironment }: NormalizedMcpServer,
  parent: { readonly read: (key: string) => string | undefined; readonly platform: Platform },
): ChildEnvironment {
  const copy = (keys: readonly string[]) =>
    Object.fromEntries(keys.flatMap((key): [string, string][] => {
      const value = parent.read(key);
      return value === undefined ? [] : [[key, value]];
    }));
  const inherited = copy(inheritEnvironment);
  const needed = parent.platform === "windows" ? copy(WINDOWS_KEYS) : {};
  return { env: { ...needed, ...environment, ...inherited }, secrets: Object.values(inherited) };
}
