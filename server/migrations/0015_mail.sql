-- Mails that wait to be sent, written in the transaction of their cause and deleted once they are sent, refused or expired.
-- `due_at` is the time of the next attempt, or the end of a worker's lease.
create table mails (
  id             text collate "C" primary key,
  account_id     text collate "C",                  -- of the user or developer; null: no account
  kind           text not null,
  content        bytea,                             -- encrypted: address, text and links; null: nothing to send
  attempt_count  integer not null default 0,
  due_at         timestamptz(3) not null,
  expires_at     timestamptz(3) not null,
  lease          text,                              -- the worker that holds it
  created_at     timestamptz(3) not null
);
create index mails_due on mails (due_at);
create index mails_of_account on mails (account_id);
