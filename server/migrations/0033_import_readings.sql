-- Reading the chats of an import with the chat model, which proposes memories. The newest chats are read first.
alter table imports
  add column if not exists reading text
    check (reading in ('queued', 'paused', 'done', 'failed')),      -- null: never begun
  add column if not exists reading_due_at timestamptz(3),           -- set while queued
  add column if not exists reading_position text[],                 -- chat and message that were read last
  add column if not exists reading_attempts integer not null default 0,
  add column if not exists reading_calls integer not null default 0,
  add column if not exists reading_calls_max integer not null default 0,
  add column if not exists reading_found integer not null default 0;
-- Small: 50 rows a person at most, and none of them is due yet.
create index import_readings_due on imports (reading_due_at) where reading_due_at is not null;

-- Whether the person asked, where the chat was held, that it is not remembered.
alter table chats add column if not exists do_not_remember boolean not null default false;
