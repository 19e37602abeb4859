-- What is deleted by age is found in the order of its age. The BRIN indexes tell little once freed pages are used again: a
-- sweep with nothing to delete then reads most of the table. They stay for the previous release; a later one drops them.
-- On large tables, run deploy/postgres/before-upgrade.sql first: it builds these indexes without blocking writes.
create index if not exists audit_by_time on audit_entries (at);
create index if not exists deliveries_by_time on deliveries (created_at);
create index if not exists idempotency_keys_by_time on idempotency_keys (created_at);
create index if not exists app_requests_by_time on app_requests (at);
create index if not exists app_request_hours_by_time on app_request_hours (hour);
create index if not exists gone_by_time on gone_memories (gone_at);
create index if not exists extracted_by_time on extracted_messages (at);
create index if not exists ended_candidates_by_time on candidates (created_at) where status in ('declined', 'undone');
