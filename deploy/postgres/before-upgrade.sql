-- Builds the indexes of the next migrations without blocking writes, for databases in which building them would take too
-- long. The migrations then use them. Run it with the previous release serving, before the first process of the new one:
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/postgres/before-upgrade.sql
--
-- If it is interrupted, run it again; it ends by naming the indexes that are incomplete, which have to be dropped first. On
-- tables that are partitioned, create each index concurrently on the partitions, then without `concurrently` on the table,
-- which attaches them.

-- The columns that the indexes need. Adding them changes no row; a lock that is not free within three seconds ends the
-- script, so that requests queue up behind it no longer than that.
set lock_timeout = '3s';
alter table connections add column if not exists expires_at timestamptz(3);
alter table apps add column if not exists deleted_at timestamptz(3), add column if not exists verified_at timestamptz(3);
alter table memories
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

create index concurrently if not exists connections_by_expiry on connections (expires_at) where status = 'active' and expires_at is not null;
create index concurrently if not exists connections_by_app on connections (app_id, id);
create index concurrently if not exists apps_deleted on apps (deleted_at) where deleted_at is not null;
create index concurrently if not exists apps_verified on apps (verified_at) where verified_at is not null;
create index concurrently if not exists triggers_ended on triggers (created_at) where status <> 'pending';
create index concurrently if not exists memories_by_time on memories (user_id, created_at, born, place);
create index concurrently if not exists memories_by_scope_and_time on memories (user_id, scope, created_at, born, place);
create unique index concurrently if not exists memories_by_external_id on memories (user_id, (coalesce(source_app, '')), external_id) where external_id is not null;
create index concurrently if not exists memories_by_expiry on memories (expires_at) where expires_at is not null;
create index concurrently if not exists memories_by_edit on memories (user_id, updated_at) where editor is not null;
create index concurrently if not exists memories_in_question on memories (user_id, id) where maybe_superseded_by is not null;
create index concurrently if not exists users_pending on users (pending_email) where pending_email is not null;
create index concurrently if not exists developers_pending on developers (pending_email) where pending_email is not null;
create unique index concurrently if not exists candidates_by_import on candidates (user_id, import_digest) where import_digest is not null;
create unique index concurrently if not exists chats_of_app on chats (user_id, app_id, conversation) where app_id is not null;
create index concurrently if not exists deliveries_marked on deliveries (subscription_id, due_at) where status = 'pending' and is_due;
create index concurrently if not exists deliveries_later on deliveries (due_at) where status = 'pending' and not is_due;
create index concurrently if not exists audit_by_time on audit_entries (at);
create index concurrently if not exists deliveries_by_time on deliveries (created_at);
create index concurrently if not exists idempotency_keys_by_time on idempotency_keys (created_at);
create index concurrently if not exists gone_by_time on gone_memories (gone_at);
create index concurrently if not exists extracted_by_time on extracted_messages (at);
create index concurrently if not exists ended_candidates_by_time on candidates (created_at) where status in ('declined', 'undone');
create index concurrently if not exists subscriptions_listening on webhook_subscriptions (app_id, listening_until) where listening_until is not null;

-- An interrupted build leaves an index that `if not exists` takes for complete.
do $$
declare incomplete text;
begin
  select string_agg(indexrelid::regclass::text, ', ') into incomplete from pg_index where not indisvalid;
  if incomplete is not null then
    raise exception 'incomplete indexes: %; drop them, and run this script again', incomplete;
  end if;
end $$;
