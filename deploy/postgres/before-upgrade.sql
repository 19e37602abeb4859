-- Builds the indexes of the next migrations without blocking writes, for databases in which building them would take too long.
-- The migrations then use them. Run it with the previous release serving, before the first process of the new one:
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/postgres/before-upgrade.sql
--
-- If it is interrupted, drop the index that psql's \d shows as INVALID, and run it again. On tables that are partitioned, create
-- each index concurrently on the partitions, then without `concurrently` on the table, which attaches them.
set lock_timeout = '3s';
alter table deliveries add column if not exists is_due boolean not null default false;
-- A concurrent build waits for older transactions, which may take longer.
reset lock_timeout;
create index concurrently if not exists deliveries_marked on deliveries (subscription_id, due_at) where status = 'pending' and is_due;
create index concurrently if not exists deliveries_later on deliveries (due_at) where status = 'pending' and not is_due;
create index concurrently if not exists audit_by_time on audit_entries (at);
create index concurrently if not exists deliveries_by_time on deliveries (created_at);
create index concurrently if not exists idempotency_keys_by_time on idempotency_keys (created_at);
create index concurrently if not exists gone_by_time on gone_memories (gone_at);
create index concurrently if not exists extracted_by_time on extracted_messages (at);
create index concurrently if not exists ended_candidates_by_time on candidates (created_at) where status in ('declined', 'undone');
-- Releases before the request log lack its tables; the migrations then build these indexes on empty ones.
select to_regclass('app_requests') is not null as has_request_log \gset
\if :has_request_log
create index concurrently if not exists app_requests_by_time on app_requests (at);
create index concurrently if not exists app_request_hours_by_time on app_request_hours (hour);
\endif
