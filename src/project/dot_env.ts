import { join } from "@std/path";
import { isCredentialKey } from "../connector/credential_key.ts";
import { WorkflowError } from "../errors.ts";
import { isServerKey, loadsCode } from "./env_keys.ts";
import { holdsServerKey } from "./holds_server_key.ts";

/** No `.env` is longer; what is was not meant to be one. */
const MAX_BYTES = 1024 * 1024;

/** What a project's `.env` and the environment come to. */
export interface DotEnv {
  /** The variables of `.env` that runs get. */
  readonly granted: Readonly<Record<string, string>>;
  /** Those among them whose value is the environment's own, since a variable that is set there wins over `.env`. */
  readonly fromEnvironment: readonly string[];
  /**
   * Keys that look like credentials and are set in the environment too, whose value is nevertheless that of `.env`: a project
   * must not get at a person's token by naming it in a file.
   */
  readonly withheld: readonly string[];
  /** Keys that are left out because they change how programs load. */
  readonly leftOut: readonly string[];
  /** Its `WORKFLOW_SERVER_*`: where agents reach models. Never for a run. */
  readonly server: Readonly<Record<string, string>>;
  /** Whether the key of that server is in the file, be it in a comment: then no run may read it. */
  readonly holdsKey: boolean;
}

/** The person's side of {@linkcode loadDotEnv}. */
export interface LoadDotEnvOptions {
  /** The environment of the person who starts the project. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Keys that the person grants by name, credentials included. @default none */
  readonly allowInheritEnv?: readonly string[];
}

/**
 * Loads the `.env` of a project. A variable that is set in the environment wins, but for one that looks like a credential:
 * that has to be granted by name. The environment of this process stays as it is.
 *
 * @param dir The project folder.
 * @param options The person's environment, and what is granted of it by name.
 * @returns What runs get, and apart from it what is for the host alone.
 * @throws {WorkflowError} `invalid_project` if there is a `.env` that cannot be used.
 */
export async function loadDotEnv(dir: string, options: LoadDotEnvOptions): Promise<DotEnv> {
  const { env, allowInheritEnv = [] } = options;
  const file = join(dir, ".env");
  const text = await readText(file);
  const values = text === undefined ? {} : await parse(text);
  const granted: Record<string, string> = {};
  const fromEnvironment: string[] = [];
  const withheld: string[] = [];
  const leftOut: string[] = [];
  const server: Record<string, string> = {};
  for (const [key, own] of Object.entries(values)) {
    if (own.includes("\0")) throw refuse(file, `the value of ${key} has a NUL character`);
    if (isServerKey(key)) {
      server[key] = own;
      continue;
    }
    if (loadsCode(key)) {
      leftOut.push(key);
      continue;
    }
    const isWithheld = isCredentialKey(key) && !allowInheritEnv.includes(key);
    const value = isWithheld ? undefined : env[key];
    if (value !== undefined) fromEnvironment.push(key);
    if (isWithheld && env[key] !== undefined) withheld.push(key);
    granted[key] = value ?? own;
  }
  return {
    granted,
    fromEnvironment,
    withheld,
    leftOut,
    server,
    holdsKey: text !== undefined && holdsServerKey(text),
  };
}

async function readText(file: string): Promise<string | undefined> {
  try {
    const info = await Deno.stat(file);
    if (!info.isFile) {
      throw refuse(file, `found ${info.isDirectory ? "a folder" : "no regular file"}, expected a file`);
    }
    if (info.size > MAX_BYTES) throw refuse(file, `found ${info.size} bytes, expected at most ${MAX_BYTES}`);
    return await Deno.readTextFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error instanceof WorkflowError ? error : refuse(file, String(error), error);
  }
}

async function parse(text: string): Promise<Record<string, string>> {
  // Loaded only where there is something to parse. Bundled, a CommonJS package has nothing but its default export.
  const { parseDotEnv } = await import("./_parse_dot_env.ts");
  return parseDotEnv(text.replace(/^\uFEFF/, ""));
}

function refuse(file: string, what: string, cause?: unknown): WorkflowError {
  return new WorkflowError("invalid_project", `Cannot read ${file}: ${what}`, { cause });
}
