/** The KV store's schema, one text per version; published ones never change. Times are milliseconds since 1970. */
export const MIGRATIONS: readonly string[] = [
  // 1
  `create table entries (
     key text primary key,
     value text not null, -- JSON, as it was given
     expires_at real -- null for never
   ) strict;
   create index entries_by_expiry on entries (expires_at) where expires_at is not null;`,
];
