-- What a person consents to beside scopes: the types of signals the app may receive, and how long. A paused connection
-- keeps its grants but is refused until the person resumes it.
alter table connections
  add column signals text[] not null default '{}',
  add column expires_at timestamptz(3),
  add column paused_at timestamptz(3);
-- Connections made before get the types that their app declares now; later declarations need a new consent.
update connections c set signals = array(select jsonb_array_elements_text(a.manifest -> 'eventTypes'))
  from apps a where a.id = c.app_id and c.status = 'active' and jsonb_array_length(a.manifest -> 'eventTypes') > 0;
create index if not exists connections_by_expiry on connections (expires_at)
  where status = 'active' and expires_at is not null;
create index if not exists connections_by_app on connections (app_id, id);

alter table authorization_codes
  add column signals text[],                        -- null in codes of the previous release: all that the app declares
  add column access_until timestamptz(3);

-- Raised by every change to what any connection of the person may do. A write compares it in its own statement with the
-- value its grants were read with, so that no process writes with grants that have changed.
alter table stores add column grants_version bigint not null default 0;

-- What one installation was granted. A later consent for another installation may narrow it, but not widen it. Null in
-- families of the previous release: all that the connection has.
alter table token_families add column scopes text[];
update token_families f set scopes = c.scopes from connections c where c.user_id = f.user_id and c.id = f.connection_id;

-- Tokens whose access was ended, for a month, so that their holder learns that it was and does not try again.
create table revoked_tokens (
  token_hash  bytea primary key,
  revoked_at  timestamptz(3) not null
);
create index revoked_tokens_by_age on revoked_tokens (revoked_at);

-- By the clock of the database: when a delivery may be sent at the earliest, whatever the clocks of the processes say.
alter table deliveries add column held_until timestamptz(3);

-- The row of a deleted app stays without what it needs to work: people see its name with the connections that ended, and
-- its slug, by which memories and audit entries name it, is never used again.
alter table apps
  add column deleted_at timestamptz(3),
  drop constraint apps_of_the_portal_are_whole,
  add constraint apps_of_the_portal_are_whole check (registration <> 'portal' or deleted_at is not null
    or (developer_id is not null and client_secret_hash is not null)) not valid;
create index if not exists apps_deleted on apps (deleted_at) where deleted_at is not null;

-- Access also ends by the developer, or by the service: expiry, or a code or token that was used twice.
alter table audit_entries drop constraint audit_entries_actor_check,
  add constraint audit_entries_actor_check check (actor in ('app', 'user', 'developer', 'service')) not valid;

-- The grants under which a stored response was given; it is not repeated to a connection that has lost some of them.
alter table idempotency_keys add column scopes text[];
