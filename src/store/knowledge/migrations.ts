/** The schema of the knowledge store, one text per version; published ones never change. */
export const MIGRATIONS: readonly string[] = [
  // 1
  `create table collections (
     no integer primary key,
     name text not null unique
   ) strict;

   create table documents (
     no integer primary key, -- those of a collection follow one another, from its own no times 2^32: see _numbers.ts
     collection integer not null references collections (no),
     id text not null,
     document text not null, -- JSON: { title?, text, metadata }
     unique (collection, id)
   ) strict;

   -- The documents whose terms are not what the index has. Many are indexed at once, which costs a fifth of one by one.
   create table unindexed (
     no integer primary key references documents (no) on delete cascade
   ) strict;

   -- Holds no text but terms, by documents.no. What a term is, for any language, is decided in _terms.ts: whatever is not ASCII
   -- belongs to a term here, and a space parts two. Column tags: metadata, which does not count in ranking.
   create virtual table terms using fts5 (
     tags, title, body, content = '', contentless_delete = 1, tokenize = 'ascii'
   );
   insert into terms (terms, rank) values ('rank', 'bm25(0.0, 4.0, 1.0)');
   create trigger terms_of_removed after delete on documents begin
     delete from terms where rowid = old.no;
   end;`,
];
