-- Which memories an app was given when it read, by the entry in the audit log. Kept for 90 days, shorter than the entries.
create table if not exists audit_reads (
  user_id     text collate "C" not null,
  id          text collate "C" not null,           -- of the entry
  at          timestamptz(3) not null,
  memory_ids  text[] collate "C" not null,
  primary key (user_id, id)
);
-- For the deletion by age.
create index if not exists audit_reads_by_time on audit_reads (at);
