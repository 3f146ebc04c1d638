import { resolveServer, type ResolveServerOptions } from "../auth/resolve_server.ts";
import { WorkflowError } from "../errors.ts";
import type { ServerAccess } from "./protocol.ts";

/** What a run is told of a saved login that cannot be used: why names a path of this machine. */
const SAVED_FAULT =
  "Cannot use the saved login of the models' server; `workflow-code auth status` says why and what to do";

/**
 * Finds where the agents of a project reach models. A fault is no reason to refuse a project, which may have no agents.
 *
 * @param options Where to look.
 * @returns The server, or what is wrong; undefined where nobody names one.
 */
export async function findServer(options: ResolveServerOptions): Promise<ServerAccess | undefined> {
  try {
    const found = await resolveServer(options);
    return found && { url: found.url, ...(found.key === undefined ? {} : { key: found.key }) };
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return { fault: error.code === "store_failed" ? SAVED_FAULT : error.message };
  }
}
