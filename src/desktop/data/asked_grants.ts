import { isAbsolute, join } from "@std/path";
import { isInside } from "../../project/is_inside.ts";
import { resolveMcpServers } from "../../project/mcp_grants.ts";
import type { Manifest } from "../../project/manifest.ts";
import type { AllowList } from "./desktop_project.ts";

/** One thing that a manifest asks for. */
export interface AskedGrant {
  readonly kind: "environment" | "read" | "mcp_server" | "network" | "system";
  /** The variable, path, server id, host or name. */
  readonly name: string;
  /** Of what is to be read outside of the project: its real path. */
  readonly outside?: string;
  /** Whether it is granted; what is within the project, hosts and names of the system are so by themselves. */
  readonly isGranted: boolean;
  /** The option of `workflow-code desktop add` that grants it; absent where it is granted. */
  readonly option?: readonly [name: string, value: string];
}

/**
 * Weighs what a manifest asks for against what a person grants the project.
 *
 * @param manifest The manifest.
 * @param list What is granted.
 * @returns Everything that is asked, in the order of the manifest.
 */
export async function readAskedGrants(manifest: Manifest, list: AllowList): Promise<AskedGrant[]> {
  const { inheritEnvironment, mcpServers, permissions: { net, read, sys } } = manifest;
  const granted = (kind: AskedGrant["kind"]) => (name: string) => ({ kind, name, isGranted: true });
  return [
    ...inheritEnvironment.map((name): AskedGrant =>
      list.allowInheritEnv.includes(name)
        ? { kind: "environment", name, isGranted: true }
        : { kind: "environment", name, isGranted: false, option: ["--allow-inherit-env", name] }
    ),
    ...await Promise.all(
      read.map((path) => weighRead(path, { dir: manifest.dir, allowRead: list.allowRead })),
    ),
    ...await Promise.all(mcpServers.map((id) => weighMcpServer(id, list))),
    ...net.map(granted("network")),
    ...sys.map(granted("system")),
  ];
}

async function weighRead(
  path: string,
  { dir, allowRead }: { readonly dir: string; readonly allowRead: readonly string[] },
): Promise<AskedGrant> {
  const wanted = isAbsolute(path) ? path : join(dir, path);
  const real = await Deno.realPath(wanted).catch(() => wanted);
  const allowed = await Promise.all(allowRead.map((one) => Deno.realPath(one).catch(() => one)));
  if (real === dir || isInside(real, dir)) return { kind: "read", name: path, isGranted: true };
  const isGranted = allowed.some((one) => real === one || isInside(real, one));
  const asked = { kind: "read", name: path, outside: real, isGranted } as const;
  return isGranted ? asked : { ...asked, option: ["--allow-read", real] };
}

/** What a definition inherits has to be granted too; whether it is set is for those to say who start the project. */
async function weighMcpServer(
  id: string,
  { mcpServersFile, allowInheritEnv }: AllowList,
): Promise<AskedGrant> {
  const asked = { kind: "mcp_server", name: id } as const;
  const env = Object.fromEntries(allowInheritEnv.map((key) => [key, "set"]));
  try {
    const { faults, flags } = await resolveMcpServers([id], { mcpServersFile, allowInheritEnv, env });
    if (faults.length === 0) return { ...asked, isGranted: true };
    const key = flags.map((flag) => /^--allow-inherit-env (\S+)$/.exec(flag)?.[1]).find((one) =>
      one !== undefined
    );
    if (key !== undefined) return { ...asked, isGranted: false, option: ["--allow-inherit-env", key] };
  } catch {
    // Whatever is wrong with the file, it grants nothing.
  }
  return { ...asked, isGranted: false, option: ["--mcp-servers", "<absolute-file>"] };
}
