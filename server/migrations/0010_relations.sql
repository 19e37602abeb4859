-- Who is what to whom, as a chat model reads it out of a memory: derived from the content, gone with it, made again from
-- it. Memories that state nothing of the kind have no row.
create table memory_relations (
  user_id    text collate "C" not null,
  id         text collate "C" not null,            -- of the memory
  read_from  bytea not null,                       -- SHA-256 of the content that was read: of another it says nothing
  relations  jsonb not null,                       -- a list of subject, relation, object
  primary key (user_id, id),
  foreign key (user_id, id) references memories on delete cascade
);

-- How far each store has been read, in the order in which memories were changed: up to this version and, of that version,
-- up to this id.
create table relation_marks (
  user_id       text collate "C" primary key,
  done_version  bigint not null,
  done_id       text collate "C" not null,         -- `~`, behind every id, when all of that version was read
  leased_until  timestamptz(3)                     -- a process is at it
);
