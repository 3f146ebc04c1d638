import { showValue } from "../core/show_value.ts";
import { checkNetEntry } from "./net_entry.ts";
import type { ItemRule, ManifestReader } from "./_manifest_reader.ts";
import { isServerKey, loadsCode } from "./env_keys.ts";

/** What the `workflow` object of a manifest asks for. */
export interface WorkflowSection {
  /** What runs are to be allowed. */
  readonly permissions: {
    /** `host` or `host:port`. */
    readonly net: readonly string[];
    /** Paths as the manifest has them, from the project folder or absolute. */
    readonly read: readonly string[];
    /** Deno's `sys` names. */
    readonly sys: readonly string[];
  };
  /** Environment variables that runs are to get from the person who starts the project. */
  readonly inheritEnvironment: readonly string[];
  /** Ids of the MCP servers that runs are to reach. */
  readonly mcpServers: readonly string[];
  /** Projects that this one relates to, by alias. */
  readonly related: Readonly<Record<string, { readonly id: string }>>;
  /** The model that agents use where they name none. */
  readonly model?: string;
}

const KEYS = ["permissions", "inheritEnvironment", "mcpServers", "related", "model"];

const PERMISSION_REMARKS: Readonly<Record<string, string>> = {
  env: "name environment variables in workflow.inheritEnvironment",
  write: "a run writes to its own scratch folder only and keeps files with ctx.files.create",
  run: "a run starts no processes; programs are reached over MCP (workflow.mcpServers)",
  ffi: "a run loads no native libraries",
  import: "a run loads no code from the network; npm packages are installed in the project folder",
};

const SYS_NAMES = [
  "hostname",
  "osRelease",
  "osUptime",
  "loadavg",
  "networkInterfaces",
  "systemMemoryInfo",
  "uid",
  "gid",
  "cpus",
  "homedir",
  "username",
  "statfs",
  "userInfo",
];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const MAX_MCP_SERVERS = 8;

const ENV_KEY: ItemRule = {
  expected: "the name of an environment variable",
  check: (key) => {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) return false;
    if (isServerKey(key)) return "WORKFLOW_SERVER_* is never granted to a project";
    return loadsCode(key) ? "it changes how programs load and is never granted to a project" : true;
  },
};

const READ_ENTRY: ItemRule = {
  expected: "a path in the project, or an absolute one",
  check: (path) =>
    path.trim() !== "" && !path.includes("\0") && !/^[a-z]+:\/\//i.test(path) && !path.startsWith("~"),
};

/**
 * Whether a text is a UUID.
 *
 * @param text Any text.
 * @returns Whether it has a UUID's form, of any version.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Checks the `workflow` object of a manifest.
 *
 * @param manifest The reader of the whole manifest, which collects the faults.
 * @returns What it holds, with empty lists for what is absent.
 */
export function readWorkflowSection(manifest: ManifestReader): WorkflowSection {
  const section = manifest.readObject("workflow");
  section?.checkKeys(KEYS);
  const permissions = section?.readObject("permissions");
  permissions?.checkKeys(["net", "read", "sys"], PERMISSION_REMARKS);
  const model = section?.readText("model");
  return {
    permissions: {
      net: permissions?.readList("net", { expected: "a host or host:port", check: checkNetEntry }) ?? [],
      read: permissions?.readList("read", READ_ENTRY) ?? [],
      sys: permissions?.readList("sys", {
        expected: `one of ${SYS_NAMES.join(", ")}`,
        check: (name) => SYS_NAMES.includes(name),
      }) ?? [],
    },
    inheritEnvironment: section?.readList("inheritEnvironment", ENV_KEY) ?? [],
    mcpServers: readMcpServers(section),
    related: readRelated(section, manifest.get("id")),
    ...(model === undefined ? {} : { model }),
  };
}

function readMcpServers(section: ManifestReader | undefined): string[] {
  const ids = section?.readList("mcpServers", {
    expected: "the id of an MCP server: a small letter, then up to 63 small letters, digits or -",
    check: (id) => /^[a-z][a-z0-9-]{0,63}$/.test(id),
  }) ?? [];
  if (ids.length > MAX_MCP_SERVERS) {
    section?.addFault("mcpServers", `found ${ids.length} servers, expected at most ${MAX_MCP_SERVERS}`);
  }
  return ids;
}

function readRelated(section: ManifestReader | undefined, ownId: unknown): Record<string, { id: string }> {
  const related: Record<string, { id: string }> = {};
  const reader = section?.readObject("related");
  for (const alias of reader?.keys ?? []) {
    if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(alias) || alias in Object.prototype) {
      reader?.addFault(alias, "expected an alias: a letter, then up to 63 letters, digits, _ or -");
      continue;
    }
    const entry = reader?.readObject(alias);
    entry?.checkKeys(["id"]);
    const id = entry?.get("id");
    if (typeof id === "string" && isUuid(id)) {
      if (id === ownId) entry?.addFault("id", "found this project's own id, expected another project's");
      related[alias] = { id };
    } else {
      entry?.addFault("id", `found ${showValue(id)}, expected the UUID in the other project's package.json`);
    }
  }
  return related;
}
