-- Accounts that belong to an app instead of a person: its test people, and the users whose memories it holds before they
-- have an account. Their memories are in the same tables as those of people, under a user of their own, to which no person
-- can sign in: it has no address and no password. No foreign key to apps, because the rows of deleted apps are erased by
-- a job.
create table app_accounts (
  account_id   text collate "C" primary key references users on delete cascade,
  app_id       text collate "C" not null,
  kind         text not null check (kind in ('test', 'held')),
  external_id  text collate "C",                    -- held: the id of the user in the app
  created_at   timestamptz(3) not null,
  used_on      date not null,                       -- held: the UTC day of the last call
  claim_hash   bytea,                               -- held: SHA-256 of the ticket with which a person may claim it
  claim_until  timestamptz(3)
);
create index app_accounts_of_app on app_accounts (app_id, kind, account_id);
create unique index app_accounts_held on app_accounts (app_id, external_id) where kind = 'held';
create index app_accounts_by_use on app_accounts (used_on) where kind = 'held';

-- Connections of test people, which count against no plan.
alter table connections add column if not exists is_test boolean not null default false;
