import { NPM_ONLY_VARIABLE } from "./override.ts";

/** Where an answer comes from and how long it holds; everything is replaceable in tests. */
export interface DecideOptions {
  /** File that keeps the last answer. */
  cacheFile: URL;
  /** Asks the network whether jsr.io answers. */
  ask: () => Promise<boolean>;
  /** The value of WORKFLOW_CODE_NPM_ONLY, if it is set. */
  forced: string | undefined;
  /** The time. @default Date.now */
  now?: () => number;
}

/** Whether to run npm-only, and whether the network was asked for it just now. */
export interface Decision {
  npmOnly: boolean;
  asked: boolean;
}

/** An answer of the network is believed for ten minutes. */
const ANSWER_HOLDS_MS = 10 * 60_000;

/**
 * Decides whether jsr.io has to be done without: what is forced, else the answer of the last minutes, else the network.
 *
 * @param options Where to ask.
 * @returns The decision.
 * @throws {RangeError} When WORKFLOW_CODE_NPM_ONLY is neither 1 nor 0.
 */
export async function decideNpmOnly(options: DecideOptions): Promise<Decision> {
  const { cacheFile, ask, forced, now = Date.now } = options;
  if (forced !== undefined && forced !== "") {
    if (forced !== "1" && forced !== "0") {
      throw new RangeError(`Cannot read ${NPM_ONLY_VARIABLE}: "${forced}" is neither 1 nor 0`);
    }
    return { npmOnly: forced === "1", asked: false };
  }
  const kept = await readAnswer(cacheFile);
  const age = kept === undefined ? Infinity : now() - kept.at;
  if (kept !== undefined && age >= 0 && age < ANSWER_HOLDS_MS) return { npmOnly: kept.npmOnly, asked: false };
  const npmOnly = !await ask();
  await keepAnswer(cacheFile, { npmOnly, at: now() });
  return { npmOnly, asked: true };
}

interface Answer {
  npmOnly: boolean;
  at: number;
}

async function readAnswer(file: URL): Promise<Answer | undefined> {
  try {
    const answer = JSON.parse(await Deno.readTextFile(file));
    return typeof answer?.npmOnly === "boolean" && typeof answer.at === "number" ? answer : undefined;
  } catch {
    return undefined; // None yet, or unreadable: asking again mends both.
  }
}

async function keepAnswer(file: URL, answer: Answer): Promise<void> {
  try {
    await Deno.mkdir(new URL(".", file), { recursive: true });
    await Deno.writeTextFile(file, JSON.stringify(answer));
  } catch {
    // A folder that cannot be written only means that the next task asks again.
  }
}
