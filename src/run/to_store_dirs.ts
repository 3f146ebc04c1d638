import { join } from "@std/path";
import type { StoreDirs } from "../store/store_protocol.ts";

/** The root of local data, and the folders that a person has named. */
export interface GivenStoreDirs {
  readonly dataDir: string;
  /** @default `<dataDir>/kv/<project id>` */
  readonly kvStoreDir?: string | undefined;
  /** @default `<dataDir>/values/<project id>` */
  readonly persistentValueStoreDir?: string | undefined;
  /** @default `<dataDir>/created/<project id>` */
  readonly fileCreateStoreDir?: string | undefined;
}

/**
 * Where the stores of a project are.
 *
 * @param projectId The project.
 * @param given What a person has named.
 * @returns The folders; they need not exist.
 */
export function toStoreDirs(projectId: string, given: GivenStoreDirs): StoreDirs {
  const { dataDir, kvStoreDir, persistentValueStoreDir, fileCreateStoreDir } = given;
  return {
    kv: kvStoreDir ?? join(dataDir, "kv", projectId),
    values: persistentValueStoreDir ?? join(dataDir, "values", projectId),
    created: fileCreateStoreDir ?? join(dataDir, "created", projectId),
  };
}
