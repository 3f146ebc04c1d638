import type { ParamValues } from "../../core/spec.ts";
import { WorkflowError } from "../../errors.ts";
import type { StoreDatabase } from "../../store/database.ts";

const SAVE = `insert into drafts (desktop_project_id, entrypoint_id, draft, saved_at) values (?, ?, ?, ?)
  on conflict (desktop_project_id, entrypoint_id) do update set draft = excluded.draft, saved_at = excluded.saved_at`;
const READ =
  "select draft, saved_at, defaults from drafts where desktop_project_id = ? and entrypoint_id = ?";
const USE = `update drafts set defaults = draft
  where desktop_project_id = ? and entrypoint_id = ? and draft is not null`;
const CLEAR = "update drafts set defaults = null where desktop_project_id = ? and entrypoint_id = ?";
const DEFAULTS =
  "select entrypoint_id, defaults from drafts where desktop_project_id = ? and defaults is not null";

/** What a person last left in a project's run form. */
export interface Draft {
  readonly values: ParamValues;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** The draft that the person made the defaults of the MCP tool; absent where the schema's own hold. */
  readonly defaults?: ParamValues;
}

/** The drafts of run forms, and those that became defaults. */
export class DraftTable {
  readonly #db: StoreDatabase;

  constructor(db: StoreDatabase) {
    this.#db = db;
  }

  get(desktopProjectId: string, entrypointId: string): Draft | undefined {
    return this.#db.attempt("read a draft", () => {
      const row = this.#db.statement(READ).get(desktopProjectId, entrypointId);
      if (!row) return undefined;
      return {
        values: row.draft === null ? {} : JSON.parse(String(row.draft)),
        savedAt: Number(row.saved_at),
        ...(row.defaults === null ? {} : { defaults: JSON.parse(String(row.defaults)) }),
      };
    });
  }

  save(
    desktopProjectId: string,
    entrypointId: string,
    { values, savedAt }: Pick<Draft, "values" | "savedAt">,
  ): void {
    this.#db.attempt("save a draft", () => {
      this.#db.statement(SAVE).run(desktopProjectId, entrypointId, JSON.stringify(values), savedAt);
    });
  }

  use(desktopProjectId: string, entrypointId: string): void {
    this.#db.attempt("make a draft the defaults", () => {
      if (this.#db.statement(USE).run(desktopProjectId, entrypointId).changes > 0) return;
      throw new WorkflowError(
        "usage",
        `There is no draft of ${JSON.stringify(entrypointId)} to make defaults of`,
      );
    });
  }

  clearDefaults(desktopProjectId: string, entrypointId: string): void {
    this.#db.attempt("take defaults back", () => {
      this.#db.statement(CLEAR).run(desktopProjectId, entrypointId);
    });
  }

  defaults(desktopProjectId: string): Map<string, ParamValues> {
    return this.#db.attempt("read the defaults", () => {
      const rows = this.#db.statement(DEFAULTS).all(desktopProjectId);
      return new Map(rows.map((row) => [String(row.entrypoint_id), JSON.parse(String(row.defaults))]));
    });
  }
}
