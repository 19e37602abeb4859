-- Passkeys, authenticator apps, recovery codes and sign-in by an OpenID provider. A holder is a user or a developer; the
-- prefix of the id says which. All of these are erased with the account.

-- Accounts created by sign-in with a provider have no password: their hash matches nothing that anyone knows, so earlier
-- releases refuse every password of theirs.
alter table users add column if not exists password_set boolean not null default true;
alter table developers add column if not exists password_set boolean not null default true;

-- WebAuthn credentials. Looked up by credential when somebody signs in without naming the account.
create table passkeys (
  credential_id  text collate "C" primary key,      -- base64url
  holder_id      text collate "C" not null,
  id             text collate "C" not null,
  name           text not null,
  public_key     bytea not null,                    -- COSE
  sign_count     bigint not null,                   -- 0 for authenticators that do not count
  transports     text[] not null,
  backed_up      boolean not null,
  created_at     timestamptz(3) not null,
  last_used_at   timestamptz(3)
);
create index passkeys_of_holder on passkeys (holder_id);

-- Secrets of authenticator apps (RFC 6238). Null `confirmed_at`: the first code was not entered yet. A code with a step
-- up to `used_step` was used.
create table authenticators (
  holder_id     text collate "C" primary key,
  secret        bytea not null,                     -- encrypted
  used_step     bigint not null default 0,
  created_at    timestamptz(3) not null,
  confirmed_at  timestamptz(3),
  last_used_at  timestamptz(3)
);

-- Unused recovery codes; a code is deleted when it is used.
create table recovery_codes (
  holder_id  text collate "C" not null,
  code_hash  text not null,                         -- argon2id, PHC string
  primary key (holder_id, code_hash)
);

-- Identities of an OpenID provider that sign in to an account.
create table openid_links (
  issuer        text not null,
  subject       text not null,
  holder        text not null check (holder in ('user', 'developer')),
  holder_id     text collate "C" not null,
  email         text not null,                      -- as the provider had it when it was linked
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3),
  primary key (issuer, subject, holder)
);
create index openid_links_of_holder on openid_links (holder_id);

-- What is under way for a few minutes and is used once: a challenge for a passkey, a sign-in that waits for its second
-- factor, a visit to the provider. Only the hash of the token or challenge is stored.
create table sign_in_steps (
  token_hash  bytea primary key,
  step        text not null,
  holder      text not null check (holder in ('user', 'developer')),
  holder_id   text collate "C",                     -- null: the account is not known yet
  data        bytea not null,                       -- encrypted
  answers     int not null default 0,
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null
);
create index sign_in_steps_of_holder on sign_in_steps (holder_id);
create index sign_in_steps_expired on sign_in_steps (expires_at);
