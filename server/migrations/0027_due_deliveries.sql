-- Looking for due deliveries must not cost more the more of them wait for a later attempt. The delivery loop marks those
-- whose time has come, in the order of their time, and looks for endpoints only among these.
-- Rows of the previous release, which does not know the column, are marked like retries.
alter table deliveries add column if not exists is_due boolean not null default false;
create index if not exists deliveries_marked on deliveries (subscription_id, due_at) where status = 'pending' and is_due;
create index if not exists deliveries_later on deliveries (due_at) where status = 'pending' and not is_due;
