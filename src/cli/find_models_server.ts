import { findLoneKey } from "../auth/find_lone_key.ts";
import { resolveServer } from "../auth/resolve_server.ts";
import { readServerUrl } from "../auth/read_server_url.ts";
import type { ResolvedServer } from "../auth/server.ts";
import type { AuthDirs } from "../auth/to_saved_server_path.ts";
import { WorkflowError } from "../errors.ts";

/** Where agents reach models, and what a person should know of it. */
export interface ModelsServer {
  readonly server: ResolvedServer | undefined;
  /** Why that cannot be told; absent where nobody names a server. */
  readonly fault: string | undefined;
  /** What works, and may not be what was meant. */
  readonly remarks: readonly string[];
}

/**
 * Finds where agents reach models, to tell a person.
 *
 * @param authDirs Where saved logins are.
 * @param dotEnv What the project's `.env` says, where there is a project.
 * @returns The server, or what is wrong. No message has the key.
 */
export async function findModelsServer(
  authDirs: AuthDirs,
  dotEnv: Readonly<Record<string, string>> = {},
): Promise<ModelsServer> {
  const env = Deno.env.toObject();
  const lone = [findLoneKey(env, "in the environment"), findLoneKey(dotEnv, "in the project's .env")];
  const remarks = lone.filter((remark) => remark !== undefined);
  try {
    const server = await resolveServer({ env, dotEnv, ...authDirs });
    const read = server?.key === undefined ? undefined : readServerUrl(server.url);
    if (read && "isExposed" in read && read.isExposed) {
      remarks.push(
        `the key travels unencrypted to ${read.url}, for all on the way to read; use its https address`,
      );
    }
    return { server, fault: undefined, remarks };
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return { server: undefined, fault: error.message, remarks };
  }
}
