import { join } from "@std/path";
import type { OpenProjectOptions } from "../project/open_project.ts";
import { readAuthDirs } from "./auth_dirs.ts";
import { readDataDir } from "./data_dir.ts";
import type { OptionValues } from "./option_values.ts";

/** The options that name folders of data which no project may read. */
const PRIVATE_DIRS = ["kv-store-dir", "persistent-value-store-dir", "file-store-dir"];

/**
 * Reads what a command line grants to the projects that it starts. Each gets of it what its own manifest asks for.
 *
 * @param options The options of the command line.
 * @returns The grants, and where no project may read.
 */
export function readGrants(
  options: OptionValues,
): Omit<OpenProjectOptions, "manifest"> {
  const dataDir = readDataDir(options);
  return {
    env: Deno.env.toObject(),
    allowInheritEnv: options.get("allow-inherit-env") ?? [],
    allowRead: options.get("allow-read") ?? [],
    mcpServersFile: options.get("mcp-servers")?.[0],
    cacheDir: join(dataDir, "cache"),
    privateDirs: [
      join(dataDir, "files"),
      ...Object.values<string>({ ...readAuthDirs(options) }),
      ...PRIVATE_DIRS.flatMap((name) => options.get(name) ?? []),
    ],
  };
}
