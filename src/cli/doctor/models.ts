import { describeSource } from "../../auth/describe_source.ts";
import type { AuthDirs } from "../../auth/to_saved_server_path.ts";
import type { Project } from "../../project/open_project.ts";
import { findModelsServer } from "../find_models_server.ts";
import type { Finding } from "./finding.ts";

/**
 * Looks where the agents of a project reach models. The server is not asked, and the key is shown nowhere.
 *
 * @param project The project.
 * @param authDirs Where saved logins are.
 * @returns What was found.
 */
export async function checkModels({ server: dotEnv }: Project, authDirs: AuthDirs): Promise<Finding[]> {
  const area = "models";
  const { server, fault, remarks } = await findModelsServer(authDirs, dotEnv);
  return [toFinding(), ...remarks.map((message): Finding => ({ level: "warning", area, message }))];

  function toFinding(): Finding {
    if (fault !== undefined) return { level: "warning", area, message: fault };
    if (server) {
      const key = server.key === undefined ? "without a key" : "with its key";
      return {
        level: "ok",
        area,
        message: `agents reach models at ${server.url} ${key}, says ${describeSource(server.source)}`,
      };
    }
    return {
      level: "note",
      area,
      message: "there is no server for agents; workflows without ctx.agent need none",
      mend: "workflow-code auth login, where one is needed",
    };
  }
}
