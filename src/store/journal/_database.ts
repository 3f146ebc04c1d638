import { join } from "@std/path";
import { StoreDatabase } from "../database.ts";
import { MIGRATIONS } from "./migrations.ts";

/** How {@linkcode JournalDatabase} is opened. */
export interface JournalDatabaseOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whose runs may be written; undefined for everyone's. */
  readonly owner: string | undefined;
  /** How long a statement waits for another process's write, in milliseconds. */
  readonly busyTimeout: number | undefined;
}

/** The journal's database, and who uses it. */
export class JournalDatabase extends StoreDatabase {
  readonly dataDir: string;
  readonly now: () => number;
  /** Whose runs may be written; null for everyone's. */
  readonly owner: string | null;

  constructor(dataDir: string, options: JournalDatabaseOptions) {
    super(toJournalPath(dataDir), {
      name: "run journal",
      migrations: MIGRATIONS,
      busyTimeout: options.busyTimeout,
    });
    this.dataDir = dataDir;
    this.now = options.now;
    this.owner = options.owner ?? null;
  }
}

/** Where the journal of a data dir is. */
export function toJournalPath(dataDir: string): string {
  return join(dataDir, "journal.sqlite");
}
