-- What changes over time. `memories` holds the state of each memory now; `memory_revisions` holds the states before, and
-- deleted memories. A write of a new memory adds no revision. All columns are null or constant in rows of earlier
-- releases, which keep serving meanwhile.
alter table memories
  add column valid_from timestamptz(3),             -- when it became true; null: occurred_at
  add column valid_until timestamptz(3),            -- when it stopped being true; null: still true
  add column superseded_by text collate "C",        -- id of the memory that replaced it
  add column supersedes text[],                     -- ids of those that it replaced
  add column maybe_superseded_by text collate "C",  -- id of the memory that may have replaced it; the user decides
  add column both_true text[],                      -- ids of memories that the user said do not replace it
  add column expires_at timestamptz(3),
  add column revision integer not null default 1,
  add column change text,                           -- how this state began; null: created
  add column editor text,                           -- user, service or app:<slug>; null: not changed since created
  add column act text,                              -- id of the request that made this state
  add column origin text,                           -- null in old rows: user without source_app, else app
  add column external_id text,                      -- the id in the app that wrote it
  add column metadata jsonb,
  add column source jsonb;                          -- where the app learned it

-- One memory for each app, user and external id. Partial indexes, so that ordinary writes do not maintain them.
create unique index if not exists memories_by_external_id on memories (user_id, (coalesce(source_app, '')), external_id)
  where external_id is not null;
create index if not exists memories_by_expiry on memories (expires_at) where expires_at is not null;
create index if not exists memories_by_edit on memories (user_id, updated_at) where editor is not null;
create index if not exists memories_in_question on memories (user_id, id) where maybe_superseded_by is not null;

-- One row for each earlier state of a memory, from `at` to `until`. A deleted memory has a last row with the change
-- `deleted` and without `until`: that row is the trash, and `at` is when it was deleted. The foreign key erases the rows
-- of a person whom an earlier release erases.
create table memory_revisions (
  user_id              text collate "C" not null references users on delete cascade,
  id                   text collate "C" not null,
  revision             integer not null,
  at                   timestamptz(3) not null,
  until                timestamptz(3),
  change               text not null,
  editor               text,
  act                  text,
  type                 text not null,
  scope                text collate "C" not null,
  content              text not null,
  importance           double precision not null,
  confidence           double precision not null,
  pinned               boolean not null,
  occurred_at          timestamptz(3) not null,
  source_app           text,
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  version              bigint not null,
  born                 bigint not null,
  place                smallint not null,
  valid_from           timestamptz(3),
  valid_until          timestamptz(3),
  superseded_by        text collate "C",
  supersedes           text[],
  maybe_superseded_by  text collate "C",
  both_true            text[],
  expires_at           timestamptz(3),
  origin               text,
  external_id          text,
  metadata             jsonb,
  source               jsonb,
  primary key (user_id, id, revision)
);
-- What changed since a time, for taking it back.
create index revisions_by_time on memory_revisions (user_id, at);
create index trash_by_time on memory_revisions (at) where change = 'deleted' and until is null;
create index trash_by_expiry on memory_revisions (expires_at) where change = 'deleted' and until is null;
create index trash_of_user on memory_revisions (user_id, at, id) where change = 'deleted' and until is null;

-- Keys of current memories under which a later statement may replace them. Memories without such a key have no row.
create table memory_slots (
  user_id  text collate "C" not null,
  slot     text collate "C" not null,
  id       text collate "C" not null,               -- id of the memory
  primary key (user_id, slot, id),
  foreign key (user_id, id) references memories on delete cascade
);
create index slots_of_memory on memory_slots (user_id, id);

-- The version of the rules that the slots of a store were made with.
alter table stores add column slots_rules integer not null default 0;
