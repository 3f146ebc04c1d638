/**
 * The seam between a connection and the operating system: how a server's process is started and ended. What runs above it
 * knows neither Deno nor Node, and needs no permission.
 *
 * @module
 */

/** How a group of processes is ended: asked, or forced. */
export type KillSignal = "SIGTERM" | "SIGKILL";

/**
 * Signals a process with all that it started. It may be done elsewhere: a worker whose permissions name the programs that it
 * may run cannot signal, and asks its host.
 *
 * @param pid The process that leads the group.
 * @param signal The signal.
 * @returns Whether there was anything left to signal. Never rejects.
 */
export type KillGroup = (pid: number, signal: KillSignal) => boolean | Promise<boolean>;

/** What is started. */
export interface ServerCommand {
  /** The absolute path of the program, and its arguments. */
  readonly command: readonly string[];
  /** Its whole environment: nothing is added. */
  readonly env: Readonly<Record<string, string>>;
}

/** How a process ended: by itself with a code, or by a signal. */
export interface ExitStatus {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process that was started, in a process group of its own. */
export interface ServerProcess {
  readonly pid: number;
  /** What it writes; iterated once. Ends or throws when there is no more. */
  readonly stdout: AsyncIterable<Uint8Array>;
  /** What it writes to stderr; iterated once. Ends or throws when there is no more. */
  readonly stderr: AsyncIterable<Uint8Array>;
  /** Resolves when it has ended, whatever processes it left behind. Never rejects. */
  readonly exited: Promise<ExitStatus>;
  /** Writes to its stdin, in order. Rejects when it reads no more. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Closes its stdin. */
  closeInput(): void;
  /** Signals it with all that it started. */
  readonly kill: (signal: KillSignal) => boolean | Promise<boolean>;
  /** Lets go of its pipes, also of those that a process it left behind still holds. */
  release(): void;
}

/**
 * Starts a process with `stdin`, `stdout` and `stderr` as pipes, in a group of its own, with exactly the given environment.
 *
 * @param command What is started.
 * @returns The process, once it runs.
 * @throws {Error} When it cannot be started.
 */
export type SpawnBackend = (command: ServerCommand) => Promise<ServerProcess>;
