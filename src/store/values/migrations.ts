/** The schema of the store of persistent values, one text per version; published ones never change. */
export const MIGRATIONS: readonly string[] = [
  // 1
  `create table persistent_values (
     name text primary key,
     value text not null, -- JSON
     version integer not null -- grows with each write, from 1
   ) strict;`,
];
