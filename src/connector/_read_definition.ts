import type { McpServerDefinition, NormalizedMcpServer } from "../core/api.ts";
import { joinPath } from "../core/fault_path.ts";
import { showValue } from "../core/show_value.ts";
import { isCredentialKey } from "./credential_key.ts";
import type { Input } from "./_input.ts";
import { isLoaderKey } from "./loader_key.ts";
import type { Platform } from "./platform.ts";

const ID = /^[a-z][a-z0-9-]{0,63}$/;
const ENVIRONMENT_KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;
const TIMEOUT = { least: 1_000, greatest: 300_000, default: 60_000 } as const;
const KEYS: readonly (keyof McpServerDefinition)[] = [
  "id",
  "command",
  "environment",
  "inheritEnvironment",
  "timeout",
];

/** What a definition is measured by. */
export interface ReadDefinitionContext {
  readonly input: Input;
  /** Where the definition is; empty when it is all there is. */
  readonly path: string;
  readonly platform: Platform;
  /** The keys that the host allows to be inherited. */
  readonly allowedKeys: readonly string[];
  /** Whether the parent has a variable. */
  readonly isSet: (key: string) => boolean;
}

/**
 * Reads one definition.
 *
 * @param value What should be one.
 * @param context What it is measured by; gets a fault for each rule that is broken.
 * @returns The definition with its defaults; of no use after a fault.
 */
export function readDefinition(
  value: unknown,
  context: ReadDefinitionContext,
): NormalizedMcpServer | undefined {
  const { input, path } = context;
  const found = input.readObject(path, value, {
    reason: "definition_not_an_object",
    expected: "a definition",
  });
  if (found === undefined) return undefined;
  input.checkKeys(path, found.keys(), KEYS);
  const get = (key: string, fallback: unknown) => found.has(key) ? found.get(key) : fallback;
  const id = readId(found.get("id"), context);
  const command = readCommand(found.get("command"), context);
  const inheritEnvironment = readInherited(get("inheritEnvironment", []), context);
  const environment = readEnvironment(get("environment", {}), { ...context, inheritEnvironment });
  const timeout = readTimeout(get("timeout", TIMEOUT.default), context);
  return Object.freeze({ id, command, environment, inheritEnvironment, timeout });
}

function readId(value: unknown, { input, path }: ReadDefinitionContext): string {
  if (typeof value === "string" && ID.test(value)) return value;
  const found = typeof value === "string" ? showValue(value) : showKindOf(value);
  input.addFault(
    joinPath(path, "id"),
    "id_malformed",
    `expected an id that matches ${ID.source}, found ${found}`,
  );
  return "";
}

function readCommand(value: unknown, { input, path, platform }: ReadDefinitionContext): readonly string[] {
  const place = joinPath(path, "command");
  const items = input.readList(place, value, {
    reason: "command_not_a_list",
    expected: "a list of texts, the program and its arguments",
  });
  if (items === undefined) return [];
  if (items.length === 0) input.addFault(place, "command_empty", "expected a program, found an empty list");
  const command = items.map((item, index) => {
    if (typeof item === "string" && item !== "" && !item.includes("\0")) return item;
    const rule = {
      reason: "command_argument_malformed",
      expected: "a text, not empty and without NUL",
    } as const;
    if (typeof item === "string" && item !== "") {
      input.addFault(joinPath(place, index), rule.reason, `expected ${rule.expected}, found one with NUL`);
    } else input.addMismatch(joinPath(place, index), item, rule);
    return "";
  });
  const [program = ""] = command;
  if (program !== "" && !isAbsolute(program, platform)) {
    const example = platform === "windows" ? "C:\\Program Files\\nodejs\\node.exe" : "/usr/local/bin/node";
    input.addFault(
      joinPath(place, 0),
      "command_not_absolute",
      `expected an absolute path such as ${example}, found ${showValue(program)}`,
    );
  }
  return Object.freeze(command);
}

function readInherited(value: unknown, context: ReadDefinitionContext): readonly string[] {
  const { input, path, allowedKeys, isSet, platform } = context;
  const place = joinPath(path, "inheritEnvironment");
  const items = input.readList(place, value, { reason: "inherit_not_a_list", expected: "a list of keys" }) ??
    [];
  const keys = items.flatMap((key, index): string[] => {
    const at = joinPath(place, index);
    if (typeof key !== "string") {
      input.addMismatch(at, key, { reason: "inherited_key_malformed", expected: "the name of a variable" });
    } else if (!ENVIRONMENT_KEY.test(key)) {
      input.addFault(at, "inherited_key_malformed", `${showValue(key)} is no name of a variable`);
    } else if (!allowedKeys.some((allowed) => isSameKey(allowed, key, platform))) {
      input.addFault(at, "inherited_key_not_allowed", `the host does not allow ${key} to be inherited`);
    } else if (!isSet(key)) {
      input.addFault(at, "inherited_key_not_set", `${key} is not set in the parent's environment`);
    } else return [key];
    return [];
  });
  return Object.freeze([...new Set(keys)]);
}

function readEnvironment(
  value: unknown,
  context: ReadDefinitionContext & { readonly inheritEnvironment: readonly string[] },
): Readonly<Record<string, string>> {
  const { input, path, allowedKeys, inheritEnvironment, platform } = context;
  const place = joinPath(path, "environment");
  const rule = { reason: "environment_not_an_object", expected: "an object of texts" } as const;
  const found = input.readObject(place, value, rule) ?? new Map<string, unknown>();
  const environment: [string, string][] = [];
  for (const [key, held] of found) {
    const at = joinPath(place, key);
    if (!ENVIRONMENT_KEY.test(key)) {
      input.addFault(at, "environment_key_malformed", `${showValue(key)} is no name of a variable`);
    } else if ([...allowedKeys, ...inheritEnvironment].some((other) => isSameKey(other, key, platform))) {
      input.addFault(at, "environment_key_inheritable", `${key} is inherited by name and cannot be set here`);
    } else if (isCredentialKey(key)) {
      input.addFault(
        at,
        "credential_in_environment",
        `${key} looks like a credential: name it in inheritEnvironment, its value does not belong here`,
      );
    } else if (isLoaderKey(key)) {
      input.addFault(at, "loader_in_environment", `${key} changes how programs load and cannot be set here`);
    } else if (typeof held !== "string") {
      input.addMismatch(at, held, { reason: "environment_value_malformed", expected: "a text" });
    } else if (held.includes("\0")) {
      input.addFault(at, "environment_value_malformed", "expected a text without NUL");
    } else environment.push([key, held]);
  }
  return Object.freeze(Object.fromEntries(environment));
}

function readTimeout(value: unknown, { input, path }: ReadDefinitionContext): number {
  const { least, greatest } = TIMEOUT;
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= greatest) {
    return value;
  }
  const found = typeof value === "number" ? String(value) : showKindOf(value);
  const expected = `a whole number of milliseconds from ${least} to ${greatest}`;
  input.addFault(joinPath(path, "timeout"), "timeout_out_of_range", `expected ${expected}, found ${found}`);
  return TIMEOUT.default;
}

/** Windows knows no case in the names of variables. */
function isSameKey(a: string, b: string, platform: Platform): boolean {
  return platform === "windows" ? a.toUpperCase() === b.toUpperCase() : a === b;
}

function isAbsolute(path: string, platform: Platform): boolean {
  // On Windows `\a` and `C:a` still depend on the current drive or its current folder.
  return platform === "windows" ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(path) : path.startsWith("/");
}

function showKindOf(value: unknown): string {
  return value === undefined ? "nothing" : showValue(value);
}
