-- Ids start with their time, so columns that order a list use the collation "C" (byte order).

create table throttles (
  key      text primary key,
  taken    integer not null,
  ends_at  timestamptz(3) not null
);

create table users (
  id             text collate "C" primary key,
  email          text not null unique,              -- lower case
  name           text,
  password_hash  text not null,                     -- argon2id, PHC string
  plan           text not null check (plan in ('free', 'plus', 'pro')),
  created_at     timestamptz(3) not null
);

-- The name and tone of a user's assistant. Exactly one per user.
create table identities (
  user_id     text collate "C" primary key references users on delete cascade,
  id          text collate "C" not null unique,
  name        text not null,
  tone_note   text,
  created_at  timestamptz(3) not null
);

create table developers (
  id             text collate "C" primary key,
  email          text not null unique,
  name           text,
  password_hash  text not null,
  plan           text not null check (plan in ('sandbox', 'starter', 'growth', 'pro', 'enterprise')),
  created_at     timestamptz(3) not null
);

-- Only the hash of a cookie's token is stored. The holder is a user or a developer; the prefix of the id says which.
create table sessions (
  token_hash  bytea primary key,
  holder_id   text collate "C" not null,
  created_at  timestamptz(3) not null,
  seen_at     timestamptz(3) not null
);
create index sessions_of_holder on sessions (holder_id);

create table apps (
  id                  text collate "C" primary key,
  developer_id        text collate "C" not null references developers on delete cascade,
  slug                text not null unique,
  name                text not null,
  description         text,
  icon_url            text,
  homepage_url        text,
  redirect_uris       text[] not null,
  manifest            jsonb not null,               -- { scopes, eventTypes, intents }, each an array of strings
  client_id           text not null unique,
  client_secret_hash  bytea not null,
  created_at          timestamptz(3) not null
);
create index apps_of_developer on apps (developer_id, id);

-- Names that manifests add to the shared vocabulary: one row per name and app.
create table declared_names (
  kind    text not null check (kind in ('scope', 'intent', 'event')),
  name    text collate "C" not null,
  app_id  text collate "C" not null references apps on delete cascade,
  primary key (kind, name, app_id)
);

create table connections (
  user_id       text collate "C" not null references users on delete cascade,
  id            text collate "C" not null,
  app_id        text collate "C" not null references apps on delete cascade,
  scopes        text[] not null,
  status        text not null check (status in ('active', 'revoked')),
  connected_at  timestamptz(3) not null,
  revoked_at    timestamptz(3),
  primary key (user_id, id)
);
-- A second consent replaces the scopes and the token of the active connection; after a revocation it adds a row.
create unique index one_active_connection on connections (user_id, app_id) where status = 'active';
create index connections_of_app on connections (app_id) where status = 'active';

-- Only the hash of a token is stored; the token itself is shown once.
create table connection_tokens (
  token_hash     bytea primary key,
  user_id        text collate "C" not null,
  connection_id  text collate "C" not null,
  foreign key (user_id, connection_id) references connections (user_id, id) on delete cascade
);
create index tokens_of_connection on connection_tokens (user_id, connection_id);

create table authorization_codes (
  code_hash       bytea primary key,
  user_id         text collate "C" not null references users on delete cascade,
  app_id          text collate "C" not null references apps on delete cascade,
  redirect_uri    text,
  scopes          text[] not null,
  code_challenge  text,                             -- S256 only
  expires_at      timestamptz(3) not null,
  spent_at        timestamptz(3),
  connection_id   text collate "C"                  -- set when the code is exchanged
);
create index codes_by_age on authorization_codes (expires_at);
