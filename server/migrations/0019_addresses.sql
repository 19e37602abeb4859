-- Confirmed addresses. Where mail is configured, a new account has no `email` until a link sent to the address is opened;
-- until then the address is in `pending_email`, so that any number of people can sign up with it and the first to
-- confirm gets it. An address that is about to replace a confirmed one is there too. `email` stays unique.
-- Releases before this one do not find accounts without an `email` at sign-in.
alter table users alter column email drop not null;
alter table users add column if not exists pending_email text;
alter table users add column if not exists email_confirmed_at timestamptz(3);
alter table developers alter column email drop not null;
alter table developers add column if not exists pending_email text;
alter table developers add column if not exists email_confirmed_at timestamptz(3);
create index if not exists users_pending on users (pending_email) where pending_email is not null;
create index if not exists developers_pending on developers (pending_email) where pending_email is not null;

-- The mails about the account that its owner has turned off.
alter table users add column if not exists notices_off text[] not null default '{}';
alter table developers add column if not exists notices_off text[] not null default '{}';

-- Links sent by mail. Only the hash of the token is stored; a link is deleted when it is used.
create table account_links (
  token_hash  bytea primary key,
  account_id  text collate "C",                     -- null: made for an unknown address, and sent to nobody
  purpose     text not null,
  email       text not null,                        -- the address that the link proves
  expires_at  timestamptz(3) not null
);
create index account_links_of_account on account_links (account_id);
create index account_links_expired on account_links (expires_at);

-- What sessions are recognised by: browser and system, and the network of the address.
alter table sessions add column if not exists device text;
alter table sessions add column if not exists network text;

-- What happened to developers' accounts. Users have audit entries.
create table developer_events (
  developer_id  text collate "C" not null references developers on delete cascade,
  id            text collate "C" not null,
  at            timestamptz(3) not null,
  action        text not null,
  request_id    text not null,
  primary key (developer_id, id)
);
create index developer_events_by_age on developer_events (at);

-- Whether the developer was notified that the endpoint has been failing for a while.
alter table webhook_subscriptions add column if not exists failing_noticed boolean not null default false;
