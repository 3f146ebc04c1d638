/** The schema of Desktop's database, one text per version; published ones never change. Times are milliseconds since 1970. */
export const MIGRATIONS: readonly string[] = [
  // 1
  `create table projects (
     id text primary key, -- Desktop project id
     project_id text not null,
     name text not null,
     dir text not null unique,
     added_at real not null,
     allow_inherit_env text not null default '[]', -- JSON
     allow_read text not null default '[]', -- JSON
     mcp_servers_file text
   ) strict;

   create table relations (
     desktop_project_id text not null references projects (id) on delete cascade,
     alias text not null,
     other_id text not null references projects (id) on delete cascade,
     primary key (desktop_project_id, alias)
   ) strict, without rowid;

   create table drafts (
     desktop_project_id text not null references projects (id) on delete cascade,
     entrypoint_id text not null,
     draft text, -- JSON; null where there are defaults only
     saved_at real,
     defaults text, -- JSON; null where the schema's own hold
     primary key (desktop_project_id, entrypoint_id)
   ) strict, without rowid;

   create table settings (
     name text primary key,
     value text not null -- JSON
   ) strict, without rowid;

   create table labels ( -- few: what runs are of, for people; it outlives the project
     id integer primary key,
     project_name text not null,
     entrypoint_id text not null,
     entrypoint_title text not null,
     unique (project_name, entrypoint_id, entrypoint_title)
   ) strict;

   create table runs ( -- narrow: lists read nothing else
     id text primary key,
     desktop_project_id text not null, -- which may be removed since
     label_id integer not null references labels (id),
     status text not null,
     source text not null,
     owner text, -- the recorder that works on it; null for a call that was refused
     started_at real not null,
     finished_at real
   ) strict;
   create index runs_by_start on runs (started_at, id, label_id); -- a search reads nothing else
   create index runs_by_status on runs (status, started_at, id);
   create index runs_by_project on runs (desktop_project_id, started_at, id);
   create index runs_by_project_status on runs (desktop_project_id, status, started_at, id);
   create index runs_by_end on runs (finished_at) where finished_at is not null;

   create table run_counts ( -- counting 100,000 rows anew for each page takes too long
     desktop_project_id text not null,
     status text not null,
     n integer not null,
     primary key (desktop_project_id, status)
   ) strict, without rowid;
   create trigger run_added after insert on runs begin
     insert into run_counts values (new.desktop_project_id, new.status, 1)
       on conflict (desktop_project_id, status) do update set n = n + 1;
   end;
   create trigger run_removed after delete on runs begin
     update run_counts set n = n - 1 where desktop_project_id = old.desktop_project_id and status = old.status;
   end;
   create trigger run_changed after update of status on runs when old.status <> new.status begin
     update run_counts set n = n - 1 where desktop_project_id = old.desktop_project_id and status = old.status;
     insert into run_counts values (new.desktop_project_id, new.status, 1)
       on conflict (desktop_project_id, status) do update set n = n + 1;
   end;

   create table run_details (
     run_id text primary key references runs (id) on delete cascade,
     mcp_input text not null, -- JSON
     cli_args text not null, -- JSON
     submissions text not null default '[]', -- JSON
     statuses text not null, -- JSON: [{ status, at }]
     report text, -- JSON
     error text, -- JSON: { code, message }
     log_count integer not null default 0, -- lines written, also those that were left out since
     log_size integer not null default 0 -- characters
   ) strict;

   create table logs (
     run_id text not null references runs (id) on delete cascade,
     seq integer not null,
     at real not null,
     stream text not null,
     node text,
     text text not null,
     primary key (run_id, seq)
   ) strict, without rowid;

   create table cancel_requests (
     run_id text primary key references runs (id) on delete cascade,
     at real not null
   ) strict, without rowid;`,
];
