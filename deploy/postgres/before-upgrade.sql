-- Builds the indexes of the next migrations without blocking writes, for databases in which building them would take too
-- long. The migrations then use them. It starts from any state since the last release: indexes of tables that the database
-- does not have yet are left to the migrations, which build them on empty tables. Run it with the previous release serving,
-- before the first process of the new one:
--
--   psql "$DATABASE_URL" -X -v ON_ERROR_STOP=1 -f deploy/postgres/before-upgrade.sql
--
-- If it is interrupted, run it again; it ends by naming the indexes that are incomplete, which have to be dropped first.

-- The columns that the indexes need. Adding them changes no row; a lock that is not free within three seconds ends the
-- script, so that requests queue up behind it no longer than that.
set lock_timeout = '3s';
alter table connections
  add column if not exists expires_at timestamptz(3),
  add column if not exists is_test boolean not null default false;
alter table apps add column if not exists deleted_at timestamptz(3), add column if not exists verified_at timestamptz(3);
alter table memories
  add column if not exists superseded_by text collate "C",
  add column if not exists maybe_superseded_by text collate "C",
  add column if not exists expires_at timestamptz(3),
  add column if not exists editor text,
  add column if not exists external_id text;
alter table users add column if not exists pending_email text;
alter table developers add column if not exists pending_email text;
alter table candidates add column if not exists import_digest text collate "C";
alter table chats add column if not exists app_id text collate "C", add column if not exists conversation text collate "C";
alter table deliveries add column if not exists is_due boolean not null default false;
alter table webhook_subscriptions add column if not exists listening_until timestamptz(3);
-- A concurrent build waits for older transactions, which may take longer.
reset lock_timeout;

-- On a table with partitions (partition.sql), each of them gets the index first, and that of the table then consists of them,
-- under a lock that is held for a moment.
with wanted as (
  select ordinality as n, (regexp_match(statement, '^create (unique )?index (\w+) on (\w+) (.*)$')) as part
  from regexp_split_to_table(trim(both e' \n;' from $indexes$
create index connections_by_expiry on connections (expires_at) where status = 'active' and expires_at is not null;
create index connections_by_app on connections (app_id, id);
create index connections_of_people on connections (app_id, user_id) where status = 'active' and not is_test;
create index apps_deleted on apps (deleted_at) where deleted_at is not null;
create index apps_verified on apps (verified_at) where verified_at is not null;
create index triggers_ended on triggers (created_at) where status <> 'pending';
create index memories_by_time on memories (user_id, created_at, born, place);
create index memories_by_scope_and_time on memories (user_id, scope, created_at, born, place);
create unique index memories_by_external_id on memories (user_id, (coalesce(source_app, '')), external_id) where external_id is not null;
create index memories_by_expiry on memories (expires_at) where expires_at is not null;
create index memories_by_edit on memories (user_id, updated_at) where editor is not null;
create index memories_in_question on memories (user_id, id) where maybe_superseded_by is not null;
create index memories_by_successor on memories (user_id, superseded_by, id) where superseded_by is not null;
create index users_pending on users (pending_email) where pending_email is not null;
create index developers_pending on developers (pending_email) where pending_email is not null;
create index revisions_by_successor on memory_revisions (user_id, superseded_by) where superseded_by is not null;
create unique index candidates_by_import on candidates (user_id, import_digest) where import_digest is not null;
create unique index chats_of_app on chats (user_id, app_id, conversation) where app_id is not null;
create index deliveries_marked on deliveries (subscription_id, due_at) where status = 'pending' and is_due;
create index deliveries_later on deliveries (due_at) where status = 'pending' and not is_due;
create index audit_by_time on audit_entries (at);
create index deliveries_by_time on deliveries (created_at);
create index idempotency_keys_by_time on idempotency_keys (created_at);
create index app_requests_by_time on app_requests (at);
create index app_request_hours_by_time on app_request_hours (hour);
create index gone_by_time on gone_memories (gone_at);
create index extracted_by_time on extracted_messages (at);
create index ended_candidates_by_time on candidates (created_at) where status in ('declined', 'undone');
create index subscriptions_listening on webhook_subscriptions (app_id, listening_until) where listening_until is not null;
$indexes$), ';\s*') with ordinality as each (statement, ordinality)
), target as (
  select n, part[1] as kind, part[2] as name, part[3] as place, part[4] as definition, relkind = 'p' as is_partitioned, oid
  from wanted join pg_class on oid = to_regclass(part[3])
)
select statement from (
  select n, 1 as step, concat('create ', kind, 'index concurrently if not exists ', name, ' on ', place, ' ', definition) as statement
  from target where not is_partitioned
  union all
  select n, 1, format('create %sindex concurrently if not exists %I on %s %s', kind,
    name || coalesce(substring(c.relname from '_p\d+$'), '_' || c.oid), inhrelid::regclass, definition)
  from target join pg_inherits on inhparent = target.oid join pg_class c on c.oid = inhrelid where is_partitioned
  union all
  select n, step, statement from target cross join lateral (values
    (2, $$set lock_timeout = '3s'$$),
    (3, format('create %sindex if not exists %I on %s %s', kind, name, place, definition)),
    (4, 'reset lock_timeout')) as last (step, statement) where is_partitioned
) each order by n, step
\gexec

-- An interrupted build leaves an index that `if not exists` takes for complete.
do $$
declare incomplete text;
begin
  select string_agg(indexrelid::regclass::text, ', ') into incomplete from pg_index where not indisvalid;
  if incomplete is not null then
    raise exception 'incomplete indexes: %; drop them, and run this script again', incomplete;
  end if;
end $$;
