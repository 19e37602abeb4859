-- Copies of search indexes, so that a first search after a restart does not read the whole store. Each is sealed with a key
-- that is derived from the secret key and the salt of its row: deleting the row makes the copy unreadable.
create table recall_snapshots (
  user_id      text collate "C" not null references users on delete cascade,
  id           text collate "C" not null,
  version      bigint not null,                    -- version of the store that the index had
  salt         bytea not null,
  rows         integer not null,
  model        smallint,                           -- vector space of its vectors; null: none
  is_complete  boolean not null default false,     -- all parts are stored
  made_at      timestamptz(3) not null,
  primary key (user_id, id)
);

-- The sealed bytes; of the embedded engine, they are files in DATA_DIR. Not in the write-ahead log: after a crash of the
-- database they are gone and made again.
create table recall_snapshot_parts (
  user_id  text collate "C" not null,
  id       text collate "C" not null,
  part     integer not null,
  body     bytea not null,
  primary key (user_id, id, part),
  foreign key (user_id, id) references recall_snapshots on delete cascade
);
alter table recall_snapshot_parts set unlogged;
alter table recall_snapshot_parts alter column body set storage external;

-- Snapshots of older versions may contain what was erased since.
alter table stores add column if not exists snapshot_floor bigint not null default 0;
