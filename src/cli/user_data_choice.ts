import type { UserDataChoice } from "../desktop/data/user_data.ts";
import type { OptionValues } from "./option_values.ts";

/** From source a Desktop of its own is used, so that what is being developed never touches the person's own. */
const DEVELOPMENT_PROFILE = "dev";

/**
 * Reads which Desktop a command line means.
 *
 * @param options The options of the command line.
 * @returns The folder or profile; in development a profile also where none is named.
 */
export function toUserDataChoice(options: OptionValues): UserDataChoice {
  const [userDataDir] = options.get("user-data-dir") ?? [];
  const [profile] = options.get("profile") ?? [];
  if (userDataDir !== undefined || profile !== undefined || Deno.build.standalone) {
    return { userDataDir, profile };
  }
  return { profile: DEVELOPMENT_PROFILE };
}
