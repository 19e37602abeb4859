-- OAuth clients from outside the portal are apps too: they registered dynamically, or their client id is the URL of
-- their metadata document. They have no developer.
alter table apps
  alter column developer_id drop not null,
  alter column client_secret_hash drop not null,
  add column registration text not null default 'portal' check (registration in ('portal', 'dynamic', 'document')),
  add column ever_connected boolean not null default true,  -- false for clients without any connection so far
  add column fresh_until timestamptz(3),                    -- end of the cache lifetime of a metadata document
  add constraint apps_of_the_portal_are_whole
    check (registration <> 'portal' or (developer_id is not null and client_secret_hash is not null));
create index if not exists apps_outside_the_portal on apps (created_at) where registration <> 'portal';
create index if not exists apps_never_connected on apps (registration, created_at) where not ever_connected;

-- `target`: what a code or token is valid for. Null means everything, as before this column.
alter table authorization_codes
  add column target text check (target in ('api', 'mcp')),
  add column family_id text collate "C";                    -- set when the code is exchanged, if the app has families

-- One installation of a client from outside the portal: one short-lived token at a time and a chain of refresh tokens.
create table token_families (
  user_id        text collate "C" not null,
  id             text collate "C" not null,
  connection_id  text collate "C" not null,
  target         text check (target in ('api', 'mcp')),
  created_at     timestamptz(3) not null,
  expires_at     timestamptz(3) not null,                   -- extended by every use
  primary key (user_id, id),
  foreign key (user_id, connection_id) references connections (user_id, id) on delete cascade
);
create index if not exists families_of_connection on token_families (user_id, connection_id);
create index if not exists families_by_age on token_families (expires_at);

create table refresh_tokens (
  token_hash  bytea primary key,
  user_id     text collate "C" not null,
  family_id   text collate "C" not null,
  spent_at    timestamptz(3),                               -- rows are kept for a while to detect reuse
  foreign key (user_id, family_id) references token_families (user_id, id) on delete cascade
);
create index if not exists refresh_tokens_of_family on refresh_tokens (user_id, family_id);
create index if not exists refresh_tokens_by_age on refresh_tokens (spent_at) where spent_at is not null;

alter table connection_tokens
  add column expires_at timestamptz(3),
  add column target text check (target in ('api', 'mcp')),
  add column family_id text collate "C",
  add foreign key (user_id, family_id) references token_families (user_id, id) on delete cascade;
create index if not exists tokens_of_family on connection_tokens (user_id, family_id) where family_id is not null;
create index if not exists tokens_by_age on connection_tokens (expires_at) where expires_at is not null;
