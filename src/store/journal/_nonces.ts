import type { JournalDatabase } from "./_database.ts";

const ISSUE = "update interactions set nonce = ? where run_id = ? and key = ? and answer is null";
const CONSUME =
  "update interactions set nonce = null where nonce = ? and run_id = ? and key = ? and answer is null";

/** What makes a continuation that was given away good for one answer. */
export class Nonces {
  readonly #db: JournalDatabase;

  constructor(db: JournalDatabase) {
    this.#db = db;
  }

  issue(runId: string, key: string): string {
    const nonce = crypto.randomUUID();
    const { changes } = this.#db.statement(ISSUE).run(nonce, runId, JSON.stringify(key));
    if (changes === 0) throw new Error("the run does not ask that");
    return nonce;
  }

  consume(runId: string, { key, nonce }: { readonly key: string; readonly nonce: string }): boolean {
    return this.#db.statement(CONSUME).run(nonce, runId, JSON.stringify(key)).changes === 1;
  }
}
