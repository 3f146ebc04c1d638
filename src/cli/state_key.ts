import { join } from "@std/path";
import { readKeyFile } from "../store/key_file.ts";
import { readDataDir } from "./data_dir.ts";
import type { OptionValues } from "./option_values.ts";

/**
 * The secret that signs the forms which clients bring back; made on first use, and kept over restarts.
 *
 * @param options The options of the command line.
 * @returns The key.
 * @throws {WorkflowError} `store_failed` if it cannot be read or made.
 */
export function readStateKey(
  options: OptionValues,
): Promise<Uint8Array<ArrayBuffer>> {
  return readKeyFile(join(readDataDir(options), "keys", "request-state.key"));
}
