import { isAbsolute, join } from "@std/path";
import { isInside } from "../../../project/is_inside.ts";
import type { Manifest } from "../../../project/manifest.ts";
import type { Asked } from "../view.ts";

/**
 * What a manifest asks for, for whoever is to grant it.
 *
 * @param manifest The manifest.
 * @returns What it asks for.
 */
export async function readAsked(manifest: Manifest): Promise<Asked> {
  const { dir, permissions, inheritEnvironment, mcpServers, related } = manifest;
  const paths = await Promise.all(permissions.read.map(async (entry) => {
    const wanted = isAbsolute(entry) ? entry : join(dir, entry);
    return await Deno.realPath(wanted).catch(() => wanted);
  }));
  return {
    inheritEnv: inheritEnvironment,
    read: [...new Set(paths.filter((path) => path !== dir && !isInside(path, dir)))],
    given: [
      ...(permissions.net.length > 0 ? [`may reach ${permissions.net.join(", ")}`] : []),
      ...(permissions.sys.length > 0 ? [`may ask the system for ${permissions.sys.join(", ")}`] : []),
      ...(paths.some((path) => isInside(path, dir)) ? ["may read what it names inside its own folder"] : []),
    ],
    mcpServers,
    related: Object.entries(related).map(([alias, { id }]) => ({ alias, projectId: id })),
  };
}
