/** The exit codes of every command. */
export const EXIT_CODES = {
  success: 0,
  /** A run or a server failed. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The run waits for a person. */
  waiting: 3,
  /** The program was interrupted. */
  interrupted: 130,
} as const;

/** One of {@linkcode EXIT_CODES}. */
export type ExitCode = typeof EXIT_CODES[keyof typeof EXIT_CODES];

/** What a command came to: it writes nothing and ends nothing itself. */
export interface Outcome {
  readonly exitCode: ExitCode;
  /** The result, for stdout. */
  readonly stdout?: string;
}
