import type { StoreDatabase } from "../../store/database.ts";
import type { LogLine } from "./recorded_run.ts";

/** How many lines of a log are kept from its beginning and from its end; what is between makes room. */
export const HEAD_LINES = 10_000;
export const TAIL_LINES = 10_000;
/** The most characters of a line in the beginning of a log and in the rest. */
const HEAD_LINE_LENGTH = 65_536;
const TAIL_LINE_LENGTH = 2_000;
/** How many characters the beginning may have: it ends early where its lines are long. */
const HEAD_SIZE = 8 * 1024 * 1024;

const ADD = "insert into logs (run_id, seq, at, stream, node, text) values (?, ?, ?, ?, ?, ?)";
const COUNTS = "select log_count, log_size from run_details where run_id = ?";
const COUNT = "update run_details set log_count = ?, log_size = ? where run_id = ?";
const LEAVE_OUT = `delete from logs where run_id = ?1 and seq > ?2 and seq <= ?3`;
const NOTE = `insert into logs (run_id, seq, at, stream, text) values (?, ?, ?, 'stderr', ?)
  on conflict (run_id, seq) do update set text = excluded.text`;

/** How long the log of a run is. */
interface Counts {
  count: number;
  size: number;
}

/** Writes the logs of runs, line by line. A log keeps its beginning and its end, and says itself what it has lost. */
export class LogTable {
  readonly #db: StoreDatabase;
  readonly #counts = new Map<string, Counts>();

  constructor(db: StoreDatabase) {
    this.#db = db;
  }

  /** Adds what one write printed; a run that is not recorded has no log. */
  add(runId: string, { at, stream, node, text }: Omit<LogLine, "seq">): void {
    const counts = this.#countsOf(runId);
    if (!counts) return;
    const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
    for (const line of lines) {
      counts.count++;
      const isHead = counts.count <= HEAD_LINES && counts.size < HEAD_SIZE;
      const kept = shorten(line, isHead ? HEAD_LINE_LENGTH : TAIL_LINE_LENGTH);
      counts.size += kept.length;
      this.#db.statement(ADD).run(runId, counts.count, at, stream, node, kept);
    }
  }

  /** Writes down how long the logs are, and cuts those that are too long. */
  finish(): void {
    for (const [runId, { count, size }] of this.#counts) {
      this.#db.statement(COUNT).run(count, size, runId);
      const leftOut = count - HEAD_LINES - TAIL_LINES;
      if (leftOut <= 0) continue;
      this.#db.statement(LEAVE_OUT).run(runId, HEAD_LINES, HEAD_LINES + leftOut);
      const note = `(${leftOut} lines are left out here: a log keeps its first ${HEAD_LINES} and its last ` +
        `${TAIL_LINES} lines)`;
      this.#db.statement(NOTE).run(runId, HEAD_LINES + 1, Date.now(), note);
    }
    this.#counts.clear();
  }

  #countsOf(runId: string): Counts | undefined {
    const known = this.#counts.get(runId);
    if (known) return known;
    const row = this.#db.statement(COUNTS).get(runId);
    if (!row) return undefined;
    const counts = { count: Number(row.log_count), size: Number(row.log_size) };
    this.#counts.set(runId, counts);
    return counts;
  }
}

function shorten(line: string, most: number): string {
  if (line.length <= most) return line;
  return `${line.slice(0, most)} (${line.length - most} more characters are left out)`;
}
