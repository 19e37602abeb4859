-- The vector spaces there are: one for each model that has embedded memories here.
create table vector_models (
  id         smallint generated always as identity primary key,
  name       text collate "C" not null,
  dimension  integer not null,
  used_at    timestamptz(3) not null,              -- when a process last said it embeds with this one
  unique (name, dimension)
);

-- What memories mean, as each model tells it: derived from the content, gone with it, made again from it. The direction
-- of the vector is kept as one signed byte a dimension; no bytes at all say that the model would not take the text.
create table memory_vectors (
  user_id  text collate "C" not null,
  id       text collate "C" not null,              -- of the memory
  model    smallint not null,
  codes    bytea not null,
  version  bigint not null,                        -- of the store, when the vector arrived
  primary key (user_id, id, model)
);
alter table memory_vectors alter column codes set storage external;
create index memory_vectors_by_version on memory_vectors (user_id, model, version);

-- How far each store has been embedded: a store of a newer version may hold more to do.
create table vector_marks (
  user_id       text collate "C" not null,
  model         smallint not null,
  done_to       bigint not null,
  leased_until  timestamptz(3),                    -- a process is at it
  primary key (user_id, model)
);
-- What one model has made is let go of store by store.
create index vector_marks_by_model on vector_marks (model, user_id);
