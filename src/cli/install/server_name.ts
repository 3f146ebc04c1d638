import { WorkflowError } from "../../errors.ts";
import type { OptionValues } from "../option_values.ts";

/**
 * Reads the name that a server is to have in a client.
 *
 * @param options The options of the command line.
 * @returns The name; undefined where the usual one is meant.
 * @throws {WorkflowError} `usage` if some client would refuse it.
 */
export function readServerName(options: OptionValues): string | undefined {
  const [name] = options.get("name") ?? [];
  if (name === undefined || /^[A-Za-z0-9_-]{1,64}$/.test(name)) return name;
  throw new WorkflowError(
    "usage",
    `--name must be 1 to 64 letters, digits, _ or -, found ${JSON.stringify(name)}`,
  );
}
