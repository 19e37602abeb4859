-- What the operator has paused: `sending` (webhooks and mails) or `changes` (requests that change something). A restored copy
-- starts with `sending` paused, so that it does not send again what the original sends.
create table pauses (
  name    text primary key,           -- sending, changes
  since   timestamptz(3) not null,
  reason  text not null
);
