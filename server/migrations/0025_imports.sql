-- What a person brings from elsewhere, so that an import can be continued and taken back as a whole. The rows that it
-- stored name it: `act` of the states of memories, `import_id` of the others. The 50 newest of a person are stored.
create table imports (
  user_id        text collate "C" not null references users on delete cascade,
  id             text collate "C" not null,
  label          text not null,                     -- what was read, in words
  digest         text not null,                     -- of what was read: the same export continues its import
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  finished_at    timestamptz(3),
  taken_back_at  timestamptz(3),
  stored_count     integer not null default 0,      -- memories that it stored
  updated_count    integer not null default 0,      -- memories of earlier imports that it changed
  chat_count       integer not null default 0,
  message_count    integer not null default 0,
  candidate_count  integer not null default 0,
  primary key (user_id, id)
);

alter table chats add column if not exists import_id text collate "C";
alter table chat_messages add column if not exists import_id text collate "C";
alter table candidates
  add column if not exists import_id text collate "C",
  add column if not exists import_digest text collate "C",  -- keyed, of source and content: imported once
  add column if not exists source text,                     -- where it was found, such as chatgpt
  add column if not exists replaces_id text collate "C";    -- the memory whose text it would replace
create unique index if not exists candidates_by_import on candidates (user_id, import_digest)
  where import_digest is not null;
