import fs from "node:fs";
import type { Loose, Members } from "./members.ts";
import { orElse } from "./or_else.ts";

/**
 * Lets those functions of `node:fs` that do not fail for a missing file not fail for one that may not be read either, and
 * Deno make its temporary files where they may be written.
 *
 * @param scratchDir The run's own folder.
 */
export function softenFs(scratchDir: string): void {
  const members = fs as unknown as Members;
  const deno = Deno as unknown as Record<string, Loose>;
  for (const name of ["makeTempDir", "makeTempDirSync", "makeTempFile", "makeTempFileSync"]) {
    const original = deno[name];
    deno[name] = (options) => original?.({ dir: scratchDir, ...options });
  }
  const existsSync = orElse(members.existsSync as Loose, () => false);
  members.existsSync = existsSync;
  members.exists = Object.defineProperties(
    (path: unknown, callback: (there: boolean) => void) => queueMicrotask(() => callback(existsSync(path))),
    Object.getOwnPropertyDescriptors(members.exists as object),
  );
  for (const name of ["statSync", "lstatSync"]) {
    const original = members[name] as Loose;
    const quiet = orElse(original, () => undefined);
    members[name] = (...args: unknown[]) => {
      const options = args[1] as { throwIfNoEntry?: unknown } | undefined;
      return (options?.throwIfNoEntry === false ? quiet : original)(...args);
    };
  }
}
