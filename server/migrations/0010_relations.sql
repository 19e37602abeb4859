-- Relations between people and things that a chat model found in a memory: derived from the content and deleted with
-- it. Memories that state no relation have no row.
create table memory_relations (
  user_id    text collate "C" not null,
  id         text collate "C" not null,            -- id of the memory
  read_from  bytea not null,                       -- SHA-256 of the content that was read; outdated if it differs
  relations  jsonb not null,                       -- list of subject, relation, object
  primary key (user_id, id),
  foreign key (user_id, id) references memories on delete cascade
);

-- Watermarks: how far each store has been read, in the order of changes: up to this version and, within it, up to this
-- id.
create table relation_marks (
  user_id       text collate "C" primary key,
  done_version  bigint not null,
  done_id       text collate "C" not null,         -- `~`, which sorts after every id, when all of that version was read
  leased_until  timestamptz(3)                     -- end of the lease of a process
);
