import type { StoredDocument } from "./document.ts";

/** A row of the database. */
export type Row = Readonly<Record<string, unknown>>;

/** Makes a document of its row. */
export function toDocument({ id, document }: Row): StoredDocument {
  return { id: String(id), ...JSON.parse(String(document)) as Omit<StoredDocument, "id"> };
}
