-- What the operator decides about accounts and apps. A suspended account has no sessions and its tokens are refused; a
-- stopped app is refused and gets no webhooks. `limits` replace those of the plan, by name; null is unlimited.
alter table users add column if not exists suspended_at timestamptz(3);
alter table users add column if not exists limits jsonb not null default '{}';
alter table developers add column if not exists suspended_at timestamptz(3);
alter table developers add column if not exists limits jsonb not null default '{}';
alter table apps add column if not exists stopped_at timestamptz(3);

alter table audit_entries drop constraint audit_entries_actor_check,
  add constraint audit_entries_actor_check
    check (actor in ('app', 'user', 'developer', 'service', 'operator')) not valid;

-- Everything that the operator did, for the operator and for the developer it concerns; people see it in their audit
-- entries too.
create table operator_acts (
  id          text collate "C" primary key,
  at          timestamptz(3) not null,
  act         text not null,
  subject_id  text collate "C",                     -- a user, developer, app or invitation; null: the whole service
  detail      text                                  -- what was set; no secrets, no content
);
create index operator_acts_of_subject on operator_acts (subject_id, id);

-- Links that let somebody sign up where sign-up is not open. Only the hash of the token is stored.
create table invitations (
  token_hash  bytea primary key,
  id          text collate "C" not null unique,
  holder      text not null check (holder in ('user', 'developer')),
  email       text,                                 -- null: any address
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  used_at     timestamptz(3),
  used_by     text collate "C"
);
create index invitations_by_age on invitations (expires_at);
