import { Registry } from "../desktop/data/registry.ts";
import type { OptionValues } from "./option_values.ts";
import { toUserDataChoice } from "./user_data_choice.ts";

/**
 * Opens the registry of the Desktop that a command line means.
 *
 * @param options The options of the command line.
 * @returns The registry; dispose of it at the end.
 * @throws {WorkflowError} `usage` if the options name none; `store_failed` if it cannot be opened.
 */
export function openRegistry(options: OptionValues): Registry {
  return Registry.open(toUserDataChoice(options));
}
