import process from "node:process";
import type { NormalizedMcpServer } from "../core/api.ts";
import { joinPath } from "../core/fault_path.ts";
import { showValue } from "../core/show_value.ts";
import { Input } from "./_input.ts";
import { readDefinition, type ReadDefinitionContext } from "./_read_definition.ts";
import { McpServerError } from "./mcp_server_error.ts";
import { currentPlatform, type Platform } from "./platform.ts";

/** The most servers that can be defined together. */
export const MOST_SERVERS = 8;

/** Options for {@linkcode readDefinitions}. */
export interface ReadDefinitionsOptions {
  /** Whose rules for paths and variables count. @default this machine's */
  readonly platform?: Platform;
  /** Whether `servers` is a single definition, whose faults then have paths within it. @default false */
  readonly isSingle?: boolean;
}

/** Definitions that have been checked, and where their inherited values are. */
export interface ReadDefinitions {
  readonly definitions: readonly NormalizedMcpServer[];
  /** Gives the value of a variable of the parent; `undefined` where it is not set or cannot be read. */
  readonly readParent: (key: string) => string | undefined;
}

/**
 * Reads and checks definitions and the options beside them.
 *
 * @param servers What should be a list of definitions, or one.
 * @param hostOptions What should be the host's options.
 * @param options How they are read.
 * @returns The definitions, frozen.
 * @throws {McpServerError} `invalid_definition`.
 */
export function readDefinitions(
  servers: unknown,
  hostOptions: unknown,
  { platform = currentPlatform(), isSingle = false }: ReadDefinitionsOptions = {},
): ReadDefinitions {
  const input = new Input();
  const { allowedKeys, readParent } = readHostOptions(hostOptions, input);
  const isSet = (key: string) => readParent(key) !== undefined;
  const context = { input, platform, allowedKeys, isSet };
  const definitions = isSingle
    ? [readDefinition(servers, { ...context, path: "" })]
    : readList(servers, context);
  const whole = definitions.filter((definition) => definition !== undefined);
  if (input.faults.length > 0) throw refuse(input.faults);
  return { definitions: Object.freeze(whole), readParent };
}

function readList(
  servers: unknown,
  context: Omit<ReadDefinitionContext, "path">,
): (NormalizedMcpServer | undefined)[] {
  const { input } = context;
  const rule = { reason: "servers_not_a_list", expected: "a list of definitions" } as const;
  const items = input.readList("servers", servers, rule) ?? [];
  if (items.length > MOST_SERVERS) {
    const message = `expected at most ${MOST_SERVERS} servers, found ${items.length}`;
    input.addFault(joinPath("servers", MOST_SERVERS), "too_many_servers", message);
    return [];
  }
  const places = new Map<string, string>();
  return items.map((item, index) => {
    const path = joinPath("servers", index);
    const definition = readDefinition(item, { ...context, path });
    if (definition === undefined || definition.id === "") return definition;
    const first = places.get(definition.id);
    if (first === undefined) places.set(definition.id, path);
    else {input.addFault(
        `${path}.id`,
        "id_repeated",
        `${showValue(definition.id)} is also the id of ${first}`,
      );}
    return definition;
  });
}

function readHostOptions(
  value: unknown,
  input: Input,
): { readonly allowedKeys: readonly string[]; readonly readParent: (key: string) => string | undefined } {
  const rule = { reason: "options_not_an_object", expected: "an object" } as const;
  const options = input.readObject("options", value ?? {}, rule) ?? new Map<string, unknown>();
  const path = "options.allowedInheritedEnvKeys";
  const listRule = { reason: "allowed_keys_malformed", expected: "a list of keys" } as const;
  const keys = input.readList(path, options.get("allowedInheritedEnvKeys") ?? [], listRule) ?? [];
  const allowedKeys = keys.flatMap((key, index): string[] => {
    if (typeof key === "string" && key !== "") return [key];
    input.addMismatch(joinPath(path, index), key, { ...listRule, expected: "the name of a variable" });
    return [];
  });
  const env: unknown = options.get("env") ?? process.env;
  if (typeof env !== "object" || env === null) {
    input.addMismatch("options.env", env, { reason: "env_not_an_object", expected: "an object of texts" });
    return { allowedKeys, readParent: () => undefined };
  }
  // Read once, so that what was checked is what the child gets.
  const values = new Map<string, string | undefined>();
  const readParent = (key: string) => {
    if (!values.has(key)) values.set(key, readVariable(env, key));
    return values.get(key);
  };
  return { allowedKeys, readParent };
}

function readVariable(env: object, key: string): string | undefined {
  try {
    const value: unknown = Reflect.get(env, key);
    return typeof value === "string" && !value.includes("\0") ? value : undefined;
  } catch {
    return undefined; // Deno, where the permission for this key is missing; or a getter that throws.
  }
}

function refuse(faults: Input["faults"]): McpServerError {
  const [first, ...others] = faults;
  const more = others.length === 0
    ? ""
    : ` (and ${others.length} more fault${others.length === 1 ? "" : "s"})`;
  const where = first?.path ? `${first.path}: ` : "";
  return new McpServerError(
    "invalid_definition",
    `Cannot use MCP server definition: ${where}${first?.message}${more}`,
    {
      ...(first === undefined ? {} : { path: first.path, reason: first.reason }),
      faults,
    },
  );
}
