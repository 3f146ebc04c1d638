import { readManifest } from "../../project/manifest.ts";
import type { Outcome } from "../exit_codes.ts";
import type { CommandLine } from "../parse_command.ts";
import { readWholeNumber } from "../read_whole_number.ts";
import { serveProject } from "../serve_project.ts";

/** How long the executor is kept without a run, in seconds, and the most that a timer can wait. */
const IDLE_SECONDS = 300;
const MOST_IDLE_SECONDS = 2_000_000;

/**
 * `workflow-code mcp`: serves a project over stdin and stdout until the client leaves.
 *
 * @param command The command line.
 * @returns Exit code 0, or 1 if the project could not be served.
 */
export async function runMcp({ operands, options }: CommandLine): Promise<Outcome> {
  const [dir = ""] = operands;
  const maxConcurrency = readWholeNumber(options, "max-concurrency", {
    least: 1,
    fallback: Math.max(2, navigator.hardwareConcurrency),
  });
  const idle = { least: 0, most: MOST_IDLE_SECONDS, fallback: IDLE_SECONDS };
  const idleMs = readWholeNumber(options, "idle-timeout", idle) * 1000;
  return await serveProject({
    manifest: readManifest(dir),
    prepare: () => Promise.resolve({ options }),
    maxConcurrency,
    idleMs,
    greet: async (manifest) => {
      const { greetPerson } = await import("../mcp_greeting.ts");
      return await greetPerson(manifest, options);
    },
  });
}
