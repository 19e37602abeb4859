-- Vector spaces: one per model that has embedded memories here.
create table vector_models (
  id         smallint generated always as identity primary key,
  name       text collate "C" not null,
  dimension  integer not null,
  used_at    timestamptz(3) not null,              -- when a process last reported using it
  unique (name, dimension)
);

-- Embeddings of memories per model: derived from the content and deleted with it. The normalised vector has one signed
-- byte per dimension; an empty value means that the model rejected the text.
create table memory_vectors (
  user_id  text collate "C" not null,
  id       text collate "C" not null,              -- id of the memory
  model    smallint not null,
  codes    bytea not null,
  version  bigint not null,                        -- store version when the vector was stored
  primary key (user_id, id, model)
);
alter table memory_vectors alter column codes set storage external;
create index memory_vectors_by_version on memory_vectors (user_id, model, version);

-- Watermarks: the version up to which each store is embedded. A store with a newer version may have work left.
create table vector_marks (
  user_id       text collate "C" not null,
  model         smallint not null,
  done_to       bigint not null,
  leased_until  timestamptz(3),                    -- end of the lease of a process
  primary key (user_id, model)
);
-- The vectors of an unused model are deleted store by store.
create index vector_marks_by_model on vector_marks (model, user_id);
