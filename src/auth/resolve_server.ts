import { WorkflowError, type WorkflowErrorCode } from "../errors.ts";
import { keyFault } from "./key_fault.ts";
import { readSavedServer } from "./read_saved_server.ts";
import { readServerUrl } from "./read_server_url.ts";
import { KEY_VARIABLE, type ResolvedServer, type Server, URL_VARIABLE } from "./server.ts";
import { type AuthDirs, toSavedServerPath } from "./to_saved_server_path.ts";

/** Where {@linkcode resolveServer} looks. */
export interface ResolveServerOptions extends AuthDirs {
  /** The environment of the person who starts a project. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the project's own `.env` says. @default nothing */
  readonly dotEnv?: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds where agents reach models: what the environment says, else the project's `.env`, else the saved login, else that of
 * Desktop. The first of them that names a URL is taken as it is, with its own key or none: a project that names a server in its
 * `.env` is never sent the key of the person who starts it.
 *
 * @param options Where to look.
 * @returns The server and who named it; undefined if nobody does.
 * @throws {WorkflowError} If the one that counts is faulty, naming it and the fault and never the key: `usage` for the
 * environment, `invalid_project` for `.env`, `store_failed` for a saved login.
 */
export async function resolveServer(options: ResolveServerOptions): Promise<ResolvedServer | undefined> {
  const { env, dotEnv = {} } = options;
  const own = readVariables(env, { code: "usage", where: "in the environment" });
  if (own) return { ...own, source: { kind: "environment" } };
  const shipped = readVariables(dotEnv, { code: "invalid_project", where: "in the project's .env" });
  if (shipped) return { ...shipped, source: { kind: "dot_env" } };
  for (const kind of ["login", "desktop"] as const) {
    const path = toSavedServerPath(kind, options);
    const saved = await readSavedServer(path);
    if (saved) return { ...saved, source: { kind, path } };
  }
  return undefined;
}

/** Empty is as good as unset: so a shell takes one away. */
function readVariables(
  values: Readonly<Record<string, string | undefined>>,
  { code, where }: { readonly code: WorkflowErrorCode; readonly where: string },
): Server | undefined {
  const [url, key] = [values[URL_VARIABLE]?.trim(), values[KEY_VARIABLE]?.trim()];
  if (!url) return undefined;
  const read = readServerUrl(url);
  if ("fault" in read) throw new WorkflowError(code, `Cannot use ${URL_VARIABLE} ${where}: ${read.fault}`);
  if (!key) return { url: read.url };
  const fault = keyFault(key);
  if (fault !== undefined) throw new WorkflowError(code, `Cannot use ${KEY_VARIABLE} ${where}: it ${fault}`);
  return { url: read.url, key };
}
