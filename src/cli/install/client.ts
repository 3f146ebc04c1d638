import { posix, win32 } from "node:path";
import { WorkflowError } from "../../errors.ts";
import { nearest } from "../../nearest.ts";
import type { ServerDefinition } from "./server_definition.ts";

/** The names of the clients that a definition can be written for. */
export const CLIENT_NAMES = ["claude-desktop", "claude-code", "cursor", "vscode", "codex"] as const;

/** One of {@linkcode CLIENT_NAMES}. */
export type ClientName = typeof CLIENT_NAMES[number];

/** Where a person's files are. */
export interface Place {
  /** The person's environment, of which HOME and the like are looked at. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: typeof Deno.build.os;
}

/** A client: where it keeps its servers, and how it writes one down. */
export interface Client {
  readonly title: string;
  readonly format: "json" | "toml";
  /** The key under which its configuration has servers by name. */
  readonly container: string;
  /** Its configuration for everything that a person does. */
  readonly userFile: (place: Place) => string;
  /** What is there once the client has been used: a folder, or the file itself. */
  readonly signs: (place: Place) => readonly string[];
  /** Its configuration for one folder, relative to it; absent where it has none. */
  readonly projectFile?: readonly string[];
  /** The definition as the client reads it. */
  readonly toEntry: (definition: ServerDefinition) => Readonly<Record<string, unknown>>;
  /** How it comes to know of a change. */
  readonly next: string;
}

/** Every client by name. */
export const CLIENTS: Readonly<Record<ClientName, Client>> = {
  "claude-desktop": {
    title: "Claude Desktop",
    format: "json",
    container: "mcpServers",
    userFile: (place) => inAppData(place, "Claude", "claude_desktop_config.json"),
    signs: (place) => [inAppData(place, "Claude")],
    toEntry: toPlainEntry,
    next: "Quit Claude Desktop and start it again.",
  },
  "claude-code": {
    title: "Claude Code",
    format: "json",
    container: "mcpServers",
    userFile: (place) => join(place, place.env.CLAUDE_CONFIG_DIR || home(place), ".claude.json"),
    signs: (place) =>
      place.env.CLAUDE_CONFIG_DIR
        ? [place.env.CLAUDE_CONFIG_DIR]
        : [join(place, home(place), ".claude.json"), join(place, home(place), ".claude")],
    projectFile: [".mcp.json"],
    toEntry: toTypedEntry,
    next: "It is there in the next session; /mcp shows it.",
  },
  cursor: {
    title: "Cursor",
    format: "json",
    container: "mcpServers",
    userFile: (place) => join(place, home(place), ".cursor", "mcp.json"),
    signs: (place) => [join(place, home(place), ".cursor")],
    projectFile: [".cursor", "mcp.json"],
    toEntry: toPlainEntry,
    next: "Switch it on in Cursor's settings, under MCP.",
  },
  vscode: {
    title: "VS Code",
    format: "json",
    container: "servers",
    userFile: (place) => inAppData(place, "Code", "User", "mcp.json"),
    signs: (place) => [inAppData(place, "Code")],
    projectFile: [".vscode", "mcp.json"],
    toEntry: toTypedEntry,
    next: 'Start it with "MCP: List Servers" in the command palette.',
  },
  codex: {
    title: "Codex",
    format: "toml",
    container: "mcp_servers",
    userFile: (place) => join(place, codexHome(place), "config.toml"),
    signs: (place) => [codexHome(place)],
    projectFile: [".codex", "config.toml"],
    // Codex hands a few variables on by itself, and those that are named here.
    toEntry: ({ command, args, inherited }) => ({
      command,
      args,
      ...(inherited.length > 0 ? { env_vars: inherited } : {}),
    }),
    next: "It is there in the next session; /mcp shows it.",
  },
};

/**
 * Finds a client.
 *
 * @param name Its name, as a person wrote it.
 * @returns The client.
 * @throws {WorkflowError} `usage`, naming the nearest or all that there are.
 */
export function findClient(name: string): Client {
  const found = CLIENT_NAMES.find((one) => one === name);
  if (found) return CLIENTS[found];
  const near = nearest(name, CLIENT_NAMES);
  throw new WorkflowError(
    "usage",
    `There is no client ${JSON.stringify(name)}; ` +
      (near === undefined ? `the clients are ${CLIENT_NAMES.join(", ")}` : `did you mean ${near}?`),
  );
}

function toPlainEntry({ command, args }: ServerDefinition): Readonly<Record<string, unknown>> {
  return { command, args };
}

function toTypedEntry({ command, args }: ServerDefinition): Readonly<Record<string, unknown>> {
  return { type: "stdio", command, args };
}

/** Where desktop programs keep what belongs to a person. */
function inAppData(place: Place, ...names: readonly string[]): string {
  const { env, platform } = place;
  if (platform === "windows") {
    return join(place, env.APPDATA || join(place, home(place), "AppData", "Roaming"), ...names);
  }
  if (platform === "darwin") return join(place, home(place), "Library", "Application Support", ...names);
  return join(place, env.XDG_CONFIG_HOME || join(place, home(place), ".config"), ...names);
}

function codexHome(place: Place): string {
  return place.env.CODEX_HOME || join(place, home(place), ".codex");
}

function home({ env, platform }: Place): string {
  const [first, second] = platform === "windows" ? [env.USERPROFILE, env.HOME] : [env.HOME, env.USERPROFILE];
  const dir = first || second;
  if (dir) return dir;
  throw new WorkflowError("usage", "Cannot find your home folder: set HOME, or USERPROFILE on Windows");
}

function join({ platform }: Place, ...names: readonly string[]): string {
  return (platform === "windows" ? win32 : posix).join(...names);
}
