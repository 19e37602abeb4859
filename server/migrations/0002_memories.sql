-- Every per-user table has user_id in its key, so that a store can be on one machine.
-- Tables whose rows are deleted by age are written in that order: a block range index is enough and costs little.

-- One row per user. Every change of memories locks this row, so the cap is exact and versions have no gaps.
create table stores (
  user_id       text collate "C" primary key references users on delete cascade,
  memory_count  integer not null default 0 check (memory_count >= 0),
  version       bigint not null default 0,          -- raised by every change to the memories
  gone_floor    bigint not null default 0           -- tombstones up to this version were deleted
);

-- No foreign key to users: a memory is only ever written together with its store row.
create table memories (
  user_id      text collate "C" not null,
  id           text collate "C" not null,
  type         text not null,
  scope        text collate "C" not null,
  content      text not null,
  importance   double precision not null check (importance between 0 and 100),
  confidence   double precision not null check (confidence between 0 and 100),
  pinned       boolean not null,
  occurred_at  timestamptz(3) not null,
  source_app   text,                                -- slug of the app that wrote it; null: the user
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  version      bigint not null,                     -- store version at the last change of this row
  born         bigint not null,                     -- store version when it was written; shared by a request
  place        smallint not null,                   -- position in that request
  primary key (user_id, id)
);
create index memories_by_scope on memories (user_id, scope, id);
create index memories_by_version on memories (user_id, version);

-- Tombstones: deleted memories that search indexes must drop. Without content; deleted after a day.
create table gone_memories (
  user_id  text collate "C" not null,
  version  bigint not null,
  id       text collate "C" not null,
  gone_at  timestamptz(3) not null,
  primary key (user_id, version, id)
);
create index gone_by_age on gone_memories using brin (gone_at);

-- Responses to requests with an Idempotency-Key, encrypted, written in the transaction of the request.
create table idempotency_keys (
  user_id     text collate "C" not null,
  credential  text collate "C" not null,
  route       text not null,
  key         text not null,
  body_hash   bytea not null,
  status      smallint not null,
  reply       bytea not null,
  created_at  timestamptz(3) not null default now(),
  primary key (user_id, credential, route, key)
);
create index idempotency_keys_by_age on idempotency_keys using brin (created_at);

create table audit_entries (
  user_id        text collate "C" not null,
  id             text collate "C" not null,
  at             timestamptz(3) not null,
  actor          text not null check (actor in ('app', 'user')),
  app_id         text collate "C",
  app            text,                              -- its slug, which outlives the app
  connection_id  text collate "C",
  action         text not null,
  target         text,
  scope          text not null,                     -- scopes of the memories, separated by spaces
  count          integer not null,                  -- number of memories
  request_id     text not null,
  primary key (user_id, id)
);
create index audit_of_app on audit_entries (app_id, id) where app_id is not null;
create index audit_by_age on audit_entries using brin (at);

-- Counters per app and UTC day. No foreign keys: deleting an app gives no quota back.
create table usage_days (
  app_id             text collate "C" not null,
  day                date not null,
  developer_id       text collate "C" not null,
  api_calls          bigint not null default 0,
  memory_writes      bigint not null default 0,
  context_requests   bigint not null default 0,
  hosted_tokens_in   bigint not null default 0,
  hosted_tokens_out  bigint not null default 0,
  primary key (app_id, day)
);
create index usage_of_developer on usage_days (developer_id, day);

-- The last use of a connection and its calls in the current minute: the rate limit across all processes.
create table connection_activity (
  user_id        text collate "C" not null,
  connection_id  text collate "C" not null,
  last_used_at   timestamptz(3) not null,
  minute         bigint not null,                   -- minutes since 1970
  calls          integer not null,
  primary key (user_id, connection_id),
  foreign key (user_id, connection_id) references connections (user_id, id) on delete cascade
);
