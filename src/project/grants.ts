import { isAbsolute, join } from "@std/path";
import { joinPath } from "../core/fault_path.ts";
import type { NormalizedMcpServer } from "../core/api.ts";
import { type Fault, WorkflowError } from "../errors.ts";
import { isInside } from "./is_inside.ts";
import type { DotEnv } from "./dot_env.ts";
import type { Manifest } from "./manifest.ts";
import type { McpGrants } from "./mcp_grants.ts";

/** What is different for a project with the key of a server in its `.env`. */
const DOT_ENV_HIDDEN =
  "may read its files but not its .env, since WORKFLOW_SERVER_ADMIN_KEY is in it, and so cannot list its own folder; " +
  "`workflow-code auth login` keeps the key elsewhere";

/** What the person who starts a project allows it. */
export interface ResolveGrantsOptions {
  /** Keys of `--allow-inherit-env`. */
  readonly allowInheritEnv: readonly string[];
  /** Folders or files of `--allow-read`, absolute. */
  readonly allowRead: readonly string[];
  /** The file of `--mcp-servers`. @default none */
  readonly mcpServersFile?: string | undefined;
  /** The person's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the project's `.env` holds. */
  readonly dotEnv: DotEnv;
  /** The command that grants what is missing, up to the project folder. @default the one that starts the project */
  readonly grantCommand?: string | undefined;
}

/** What a project's runs get. */
export interface Grants {
  /** Environment variables, those of `.env` and the inherited ones. */
  readonly env: Readonly<Record<string, string>>;
  /** Real absolute paths besides the project folder, which runs can always read. */
  readonly read: readonly string[];
  /** `host` or `host:port`. */
  readonly net: readonly string[];
  /** Deno's `sys` names. */
  readonly sys: readonly string[];
  /** The MCP servers that runs may call. */
  readonly mcpServers: readonly NormalizedMcpServer[];
  /** The same in lines for people. No line has the value of a variable. */
  readonly summary: readonly string[];
}

/**
 * Weighs what a manifest asks for against what the person who starts the project allows.
 *
 * @param manifest What is asked.
 * @param options What is allowed.
 * @returns What runs get.
 * @throws {WorkflowError} `invalid_project` that names all that is missing and the options that would grant it, or `usage`
 * if a path that is allowed is none.
 */
export async function resolveGrants(manifest: Manifest, options: ResolveGrantsOptions): Promise<Grants> {
  const faults: Fault[] = [];
  const flags: string[] = [];
  const inherited = inheritEnvironment(manifest, { options, faults, flags });
  const read = await resolveRead(manifest, { options, faults, flags });
  const mcp = await grantMcpServers(manifest, options);
  faults.push(...mcp.faults);
  flags.push(...mcp.flags.filter((flag) => !flags.includes(flag)));
  if (faults.length > 0) throw refuse(faults, { flags, manifest, options });
  const env = { ...options.dotEnv.granted, ...inherited };
  const { net, sys } = manifest.permissions;
  const granted = { net, sys, read, mcpServers: mcp.servers };
  return { env, ...granted, summary: summarize({ ...granted, inherited, dotEnv: options.dotEnv }) };
}

interface Weighing {
  readonly options: ResolveGrantsOptions;
  readonly faults: Fault[];
  readonly flags: string[];
}

function inheritEnvironment(
  manifest: Manifest,
  { options, faults, flags }: Weighing,
): Record<string, string> {
  const inherited: Record<string, string> = {};
  manifest.inheritEnvironment.forEach((key, index) => {
    const path = joinPath("workflow.inheritEnvironment", index);
    const value = options.env[key];
    if (!options.allowInheritEnv.includes(key)) {
      faults.push({ path, reason: `asks for the environment variable ${key}, which was not granted` });
      flags.push(`--allow-inherit-env ${key}`);
    } else if (value === undefined) {
      faults.push({ path, reason: `asks for the environment variable ${key}, which is granted but not set` });
    } else {
      inherited[key] = value;
    }
  });
  return inherited;
}

async function resolveRead(manifest: Manifest, { options, faults, flags }: Weighing): Promise<string[]> {
  const allowed = await Promise.all(options.allowRead.map(realAllowedPath));
  const granted = new Set<string>();
  for (const [index, entry] of manifest.permissions.read.entries()) {
    const path = joinPath("workflow.permissions.read", index);
    const wanted = isAbsolute(entry) ? entry : join(manifest.dir, entry);
    const real = await Deno.realPath(wanted).catch(() => undefined);
    if (real === undefined) {
      faults.push({ path, reason: `asks to read ${JSON.stringify(entry)}, but there is no ${wanted}` });
    } else if (real === manifest.dir || [manifest.dir, ...allowed].some((dir) => covers(dir, real))) {
      granted.add(real);
    } else {
      const leads = real === wanted ? "" : `, which is ${real}`;
      faults.push({
        path,
        reason: `asks to read ${JSON.stringify(entry)}${leads}, outside the project and not granted`,
      });
      flags.push(`--allow-read ${real}`);
    }
  }
  return [...granted];
}

async function realAllowedPath(path: string): Promise<string> {
  if (!isAbsolute(path)) {
    throw new WorkflowError("usage", `Cannot allow reading: found "${path}", expected an absolute path`);
  }
  try {
    return await Deno.realPath(path);
  } catch (cause) {
    throw new WorkflowError("usage", `Cannot allow reading: there is no ${path}`, { cause });
  }
}

function covers(dir: string, path: string): boolean {
  return path === dir || isInside(path, dir);
}

function refuse(
  faults: readonly Fault[],
  { flags, manifest: { dir }, options: { grantCommand } }: {
    readonly flags: readonly string[];
    readonly manifest: Manifest;
    readonly options: ResolveGrantsOptions;
  },
): WorkflowError {
  const lines = faults.map(({ path, reason }) => `  ${path} ${reason}`);
  const how = grantCommand === undefined
    ? "start with"
    : `use the Settings tab of the project in Desktop, or run ${grantCommand} ${dir}`;
  const mend = flags.length === 0 ? [] : [`To grant it, ${how} ${joinFlags(flags)}`];
  return new WorkflowError(
    "invalid_project",
    ["Cannot open project: its manifest asks for what it does not get", ...lines, ...mend].join("\n"),
    { faults },
  );
}

/** Most projects ask for none, and then nothing is loaded for it. */
async function grantMcpServers({ mcpServers }: Manifest, options: ResolveGrantsOptions): Promise<McpGrants> {
  if (mcpServers.length === 0 && options.mcpServersFile === undefined) {
    return { servers: [], faults: [], flags: [] };
  }
  const { resolveMcpServers } = await import("./mcp_grants.ts");
  return await resolveMcpServers(mcpServers, options);
}

/** Plain options can be pasted; those that need words come last. */
function joinFlags(flags: readonly string[]): string {
  const plain = flags.filter((flag) => !flag.includes(","));
  return [plain.join(" "), ...flags.filter((flag) => flag.includes(","))].filter((part) => part !== "")
    .join("; and with ");
}

function summarize({ net, sys, read, mcpServers, inherited, dotEnv }: {
  net: readonly string[];
  sys: readonly string[];
  read: readonly string[];
  mcpServers: readonly NormalizedMcpServer[];
  inherited: Readonly<Record<string, string>>;
  dotEnv: DotEnv;
}): string[] {
  const own = Object.keys(dotEnv.granted)
    .filter((key) => !Object.hasOwn(inherited, key) && !dotEnv.withheld.includes(key));
  const [taken, kept] = [true, false].map((is) =>
    own.filter((key) => dotEnv.fromEnvironment.includes(key) === is)
  );
  return [
    toLine("may reach", net),
    toLine("may read", read),
    toLine("may ask the system for", sys),
    ...mcpServers.map(toServerLine),
    toLine("gets from the environment", Object.keys(inherited)),
    toLine("gets from the environment, since .env names it", taken),
    toLine("gets from .env", kept),
    toLine(
      "gets from .env, and not from the environment, where --allow-inherit-env would be needed:",
      dotEnv.withheld,
    ),
    toLine("does not get from .env, since it changes how programs load:", dotEnv.leftOut),
    dotEnv.holdsKey ? DOT_ENV_HIDDEN : undefined,
  ].filter((line) => line !== undefined);
}

function toLine(what: string, names: readonly string[] | undefined): string | undefined {
  return names === undefined || names.length === 0 ? undefined : `${what} ${names.join(", ")}`;
}

/** Arguments are not shown: nothing says that they hold no credential. */
function toServerLine(
  { id, command: [program, ...args], inheritEnvironment: keys }: NormalizedMcpServer,
): string {
  const command = `${program}${args.length > 0 ? " …" : ""}`;
  return `may call the MCP server ${id} (${command}${
    keys.length > 0 ? `, which gets ${keys.join(", ")}` : ""
  })`;
}
