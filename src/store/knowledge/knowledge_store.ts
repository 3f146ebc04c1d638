import { join } from "@std/path";
import { showValue } from "../../core/show_value.ts";
import { StoreDatabase } from "../database.ts";
import { fromCursor, toCursor } from "../page_cursor.ts";
import { MAX_PAGE_BYTES } from "../rules.ts";
import { takePage } from "../take_page.ts";
import { numbersOf } from "./_numbers.ts";
import { parseQuery } from "./_query.ts";
import { toSnippet } from "./_snippet.ts";
import { TermIndex } from "./_term_index.ts";
import { toDocument } from "./_to_document.ts";
import type { DocumentMatch, DocumentPage, StoredDocument } from "./document.ts";
import { MIGRATIONS } from "./migrations.ts";

const DEFAULT_PAGE = 100;
const DEFAULT_MATCHES = 10;

const ADD_COLLECTION = "insert into collections (name) values (?) on conflict (name) do nothing";
const FIND_COLLECTION = "select no from collections where name = ?";
const GET = "select no, id, document from documents where collection = ? and id = ?";
/** Gives nothing where nothing changes. */
const PUT = `insert into documents (no, collection, id, document)
  select 1 + coalesce((select no from documents where no between ?1 and ?2 order by no desc limit 1), ?1), ?3, ?4, ?5 where true
  on conflict (collection, id) do update set document = excluded.document where document <> excluded.document
  returning no`;
const DELETE = "delete from documents where collection = ? and id = ? returning no";
const LIST = `select id, octet_length(document) as size from documents
  where collection = ? and id > ? order by id limit ?`;
const READ = "select id, document from documents where collection = ? and id between ? and ? order by id";

/** How {@linkcode openKnowledgeStore} opens. */
export interface OpenKnowledgeStoreOptions {
  /** How long a call waits for another process's write, in milliseconds. @default 10000 */
  readonly busyTimeout?: number;
}

/** Which documents {@linkcode KnowledgeStore.list} lists. */
export interface ListDocumentsOptions {
  /** The most of a page. @default 100 */
  readonly limit?: number;
  /** The `cursor` of the page before. */
  readonly cursor?: string;
}

/** What {@linkcode KnowledgeStore.search} looks for. */
export interface SearchOptions {
  /** Words, and phrases in quotation marks; nothing is an operator. */
  readonly query: string;
  /** The most results. @default 10 */
  readonly limit?: number;
  /** A JSON object: what a document's metadata must hold, with equal values. @default {} */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/**
 * Opens the knowledge of a project; makes the store on first use. Several processes may have it open.
 *
 * @param dir Its folder.
 * @param options How patient it is.
 * @returns The store; dispose of it at the end.
 * @throws {WorkflowError} `store_failed` if it cannot be opened, is damaged or was written by a newer version.
 */
export function openKnowledgeStore(dir: string, options: OpenKnowledgeStoreOptions = {}): KnowledgeStore {
  const db = new StoreDatabase(join(dir, "knowledge.sqlite"), {
    name: "knowledge store",
    migrations: MIGRATIONS,
    busyTimeout: options.busyTimeout,
  });
  return new KnowledgeStore(db);
}

/**
 * Named collections of documents that can be searched. Names, ids and sizes are as `rules.ts` wants them. Every method throws a
 * `WorkflowError` with code `store_failed`, which names the store and what could not be done.
 */
export class KnowledgeStore implements Disposable {
  readonly #db: StoreDatabase;
  readonly #index: TermIndex;
  /** A collection is never removed, so its number stays. */
  readonly #collections = new Map<string, number>();

  /** See {@linkcode openKnowledgeStore}. */
  constructor(db: StoreDatabase) {
    this.#db = db;
    this.#index = new TermIndex(db);
  }

  /**
   * Puts a document in; one with the same id makes way. What has not changed costs no writing.
   *
   * @param collection The name of the collection.
   * @param document The document.
   */
  put(collection: string, document: StoredDocument): void {
    this.#db.attempt("index documents", () => this.#index.catchUpInTime());
    const { id, ...rest } = document;
    const json = JSON.stringify(rest);
    this.#db.transact(`put document ${showValue(id)}`, () => {
      const no = this.#addCollection(collection);
      const { first, last } = numbersOf(no);
      const row = this.#db.statement(PUT).get(first, last, no, id, json);
      if (row) this.#index.mark(Number(row.no), json.length);
    });
  }

  /**
   * Reads a document.
   *
   * @param collection The name of its collection.
   * @param id Its id.
   * @returns The document; undefined if there is none.
   */
  get(collection: string, id: string): StoredDocument | undefined {
    return this.#db.attempt(`get document ${showValue(id)}`, () => {
      const row = this.#db.statement(GET).get(this.#findCollection(collection) ?? null, id);
      return row && toDocument(row);
    });
  }

  /**
   * Removes a document.
   *
   * @param collection The name of its collection.
   * @param id Its id.
   * @returns Whether there was one.
   */
  delete(collection: string, id: string): boolean {
    return this.#db.attempt(`delete document ${showValue(id)}`, () => {
      const no = this.#findCollection(collection) ?? null;
      return this.#db.statement(DELETE).get(no, id) !== undefined;
    });
  }

  /**
   * Lists documents by id. Each one that is there from the first page to the last is in exactly one of them. A page may be
   * shorter than asked for when its documents are long.
   *
   * @param collection The name of the collection.
   * @param options Which ones.
   * @returns One page; the first one again for a cursor that is none.
   */
  list(collection: string, options: ListDocumentsOptions = {}): DocumentPage {
    const { limit = DEFAULT_PAGE } = options;
    const after = fromCursor(options.cursor) ?? "";
    return this.#db.attempt(`list documents of ${showValue(collection)}`, () => {
      const no = this.#findCollection(collection);
      if (no === undefined) return { documents: [] };
      const rows = this.#db.statement(LIST).all(no, after, limit + 1)
        .map(({ id, size }) => ({ id: String(id), size: Number(size) }));
      const { taken, isLast } = takePage(rows, { limit, bytes: MAX_PAGE_BYTES });
      const [first, last] = [taken[0], taken.at(-1)];
      if (!first || !last) return { documents: [] };
      const documents = this.#db.statement(READ).all(no, first.id, last.id).map(toDocument);
      return { documents, ...(isLast ? {} : { cursor: toCursor(last.id) }) };
    });
  }

  /**
   * Finds documents by what is in their titles and texts, in any language; what matches best comes first.
   *
   * @param collection The name of the collection.
   * @param options What is looked for.
   * @returns The best matches; none for a search without a word.
   */
  search(collection: string, options: SearchOptions): DocumentMatch[] {
    const { query, limit = DEFAULT_MATCHES, metadata = {} } = options;
    return this.#db.attempt(`search ${showValue(collection)}`, () => {
      const no = this.#findCollection(collection);
      if (no === undefined) return [];
      const parsed = parseQuery(query);
      return this.#index.find(no, { query: parsed, metadata, limit }).map((row) => {
        const { id, title, text } = toDocument(row);
        const score = Number(row.score);
        return { id, ...(title === undefined ? {} : { title }), score, snippet: toSnippet(text, parsed) };
      });
    });
  }

  /** Closes the store. */
  [Symbol.dispose](): void {
    this.#db[Symbol.dispose]();
  }

  #addCollection(name: string): number {
    const known = this.#findCollection(name);
    if (known !== undefined) return known;
    this.#db.statement(ADD_COLLECTION).run(name);
    return Number(this.#db.statement(FIND_COLLECTION).get(name)?.no); // Not kept: it may yet be rolled back.
  }

  #findCollection(name: string): number | undefined {
    const known = this.#collections.get(name);
    if (known !== undefined) return known;
    const row = this.#db.statement(FIND_COLLECTION).get(name);
    if (!row) return undefined;
    const no = Number(row.no);
    this.#collections.set(name, no);
    return no;
  }
}
