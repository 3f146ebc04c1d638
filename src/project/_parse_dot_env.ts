// Apart from its one caller, since CommonJS can only be imported statically once it is bundled, and few projects have a `.env`.
import dotenv from "dotenv";

/**
 * Reads the text of a `.env` file by dotenv's rules.
 *
 * @param text The file's text, without a byte order mark.
 * @returns The values by name.
 */
export function parseDotEnv(text: string): Record<string, string> {
  return dotenv.parse(text);
}
