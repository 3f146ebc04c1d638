import type { StoreDatabase } from "../database.ts";
import { takePage } from "../take_page.ts";
import { toExpressions } from "./_expressions.ts";
import type { Query } from "./_query.ts";
import { numbersOf } from "./_numbers.ts";
import { toMetadataTags } from "./_tags.ts";
import { readTerms } from "./_terms.ts";
import { type Row, toDocument } from "./_to_document.ts";

/** How many documents may wait to be indexed, and are indexed at once. */
const BATCH = 200;
/** How many bytes of them. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** What more documents have is not worth ranking them all for. */
const FREQUENT = 2000;

const MARK = "insert into unindexed (no) values (?) on conflict do nothing";
const UNMARK = "delete from unindexed where no = ?";
const WAITING =
  `select no, octet_length(document) as size from unindexed join documents using (no) limit ${BATCH}`;
const READ = "select id, document from documents where no = ?";
const REMOVE = "delete from terms where rowid = ?";
const ADD = "insert into terms (rowid, tags, title, body) values (?, ?, ?, ?)";
const COUNT = `select count(*) as n from (
  select 1 from terms where terms match ? and rowid between ? and ? limit ${FREQUENT + 1}
)`;
const FIND = `select id, document, -rank as score from terms join documents on documents.no = terms.rowid
  where terms match ? and terms.rowid between ? and ? order by rank limit ?`;

/** What {@linkcode TermIndex.find} looks for. */
export interface FindOptions {
  readonly query: Query;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly limit: number;
}

/** The terms of all documents. It catches up with them before anything is looked for, and when too many wait. */
export class TermIndex {
  readonly #db: StoreDatabase;
  #waiting = 0;
  #waitingBytes = 0;

  constructor(db: StoreDatabase) {
    this.#db = db;
  }

  /** Notes, in a transaction, that a document has changed. */
  mark(no: number, size: number): void {
    this.#db.statement(MARK).run(no);
    this.#waiting++;
    this.#waitingBytes += size;
  }

  /** Catches up, outside a transaction, if enough has changed. */
  catchUpInTime(): void {
    if (this.#waiting >= BATCH || this.#waitingBytes >= BATCH_BYTES) this.#catchUp();
  }

  /** Finds documents of a collection; the best come first. */
  find(collection: number, { query, metadata, limit }: FindOptions): Row[] {
    this.#catchUp();
    const { first, last } = numbersOf(collection);
    const expressions = toExpressions(query, {
      tags: toMetadataTags(metadata),
      isFrequent: (expression) =>
        Number(this.#db.statement(COUNT).get(expression, first, last)?.n) > FREQUENT,
    });
    let rows: Row[] = [];
    for (const expression of expressions) {
      rows = this.#db.statement(FIND).all(expression, first, last, limit);
      if (rows.length === limit) break;
    }
    return rows;
  }

  #catchUp(): void {
    while (this.#db.statement(WAITING).get()) {
      this.#db.transact("index documents", () => {
        const rows = this.#db.statement(WAITING).all()
          .map(({ no, size }) => ({ no: Number(no), size: Number(size) }));
        const { taken } = takePage(rows, { limit: BATCH, bytes: BATCH_BYTES });
        for (const { no } of taken) this.#index(no);
      });
    }
    this.#waiting = 0;
    this.#waitingBytes = 0;
  }

  #index(no: number): void {
    const { title = "", text, metadata } = toDocument(this.#db.statement(READ).get(no) ?? {});
    this.#db.statement(REMOVE).run(no);
    this.#db.statement(ADD).run(no, toMetadataTags(metadata).join(" "), joinTerms(title), joinTerms(text));
    this.#db.statement(UNMARK).run(no);
  }
}

function joinTerms(text: string): string {
  return Array.from(readTerms(text), ({ term }) => term).join(" ");
}
