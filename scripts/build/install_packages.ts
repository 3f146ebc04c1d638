import { join } from "@std/path";
import { npmSpecifiers } from "../npm_only/import_map.ts";
import type { LockFile } from "../npm_only/lock_file.ts";

/** What to install and where. */
export interface InstallOptions {
  /** Imports whose targets are `npm:` specifiers. */
  imports: Readonly<Record<string, string>>;
  /** The lock that has the hash of every package; without one the registry's own word is checked alone. */
  lock: LockFile | undefined;
  /** The folder that gets a `node_modules`. */
  dir: string;
}

/**
 * Lays npm packages into a `node_modules` folder, with the versions and hashes of a lock.
 *
 * @param options What to install and where.
 * @returns The folder that has the `node_modules`.
 * @throws {Error} When a package cannot be had or has another hash.
 */
export async function installPackages(options: InstallOptions): Promise<string> {
  const { imports, lock, dir } = options;
  const config = JSON.stringify({ imports, nodeModulesDir: "auto" });
  const dependencies = npmSpecifiers(imports);
  const lockText = lock && JSON.stringify({ ...lock, workspace: { dependencies } });
  const stamp = join(dir, "installed.json");
  const wanted = JSON.stringify([config, lockText]);
  if (await Deno.readTextFile(stamp).catch(() => "") === wanted) return dir;
  await Deno.remove(dir, { recursive: true }).catch(() => {});
  await Deno.mkdir(dir, { recursive: true });
  await Deno.writeTextFile(join(dir, "deno.json"), config);
  if (lockText !== undefined) await Deno.writeTextFile(join(dir, "deno.lock"), lockText);
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet"],
    cwd: dir,
    stdin: "null",
  }).output();
  if (code !== 0) {
    const said = new TextDecoder().decode(stderr);
    throw new Error(`Cannot install ${dependencies.join(", ")}: deno install exited with ${code}\n${said}`);
  }
  await Deno.writeTextFile(stamp, wanted);
  return dir;
}
