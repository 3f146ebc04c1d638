/** The journal's schema, one text per version; published ones never change. Times are milliseconds since 1970. */
export const MIGRATIONS: readonly string[] = [
  // 1
  `create table run_ids (
     id text primary key -- reserved for ever, also when the run is pruned
   ) strict, without rowid;

   create table runs (
     id text primary key references run_ids (id),
     status text not null,
     owner text not null,
     started_at real not null,
     changed_at real not null, -- when it took its status
     finished_at real,
     project_id text not null,
     project_dir text not null,
     entrypoint_id text not null,
     entrypoint_title text not null,
     bundle_id text not null,
     bundle_path text not null,
     history text not null, -- JSON: [{ status, at }]
     entrypoint text not null, -- JSON
     param_values text not null, -- JSON
     files text not null, -- JSON
     report text -- JSON
   ) strict;
   create index runs_by_start on runs (started_at, id);
   create index runs_by_status on runs (status, started_at, id);
   create index runs_by_project on runs (project_id, started_at, id);
   create index runs_by_end on runs (finished_at) where finished_at is not null;
   create index bundles_in_use on runs (bundle_id) where status <> 'success';

   create table steps (
     run_id text not null references runs (id) on delete cascade,
     key text not null, -- JSON, which keeps every text apart
     record text not null, -- JSON
     primary key (run_id, key)
   ) strict;

   create table interactions (
     run_id text not null references runs (id) on delete cascade,
     key text not null, -- JSON
     asked_at real not null,
     question text not null, -- JSON: { request, startOrder }
     nonce text, -- of the one continuation that may answer it
     answer text, -- JSON: { answer, files, endOrder, answeredAt }; null while it waits
     primary key (run_id, key)
   ) strict;`,
  // 2: runs of related projects
  `alter table runs add column parent_id text; -- the run that called it; null for one that was started by itself
   alter table runs add column parent_key text; -- JSON: the key of the caller's step
   create index runs_by_parent on runs (parent_id, parent_key) where parent_id is not null;`,
];
