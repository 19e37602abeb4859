-- Webhook endpoints. An app may have several.
create table webhook_subscriptions (
  id                text collate "C" primary key,
  app_id            text collate "C" not null references apps on delete cascade,
  url               text not null,
  events            text[] not null,
  description       text,
  status            text not null check (status in ('active', 'disabled')),
  disabled_at       timestamptz(3),
  disabled_reason   text,
  failing_since     timestamptz(3),                 -- first failure since the last success
  secret            bytea not null,                 -- encrypted, because signing needs the plain value
  previous_secret   bytea,                          -- encrypted; also signs for a day after a rotation
  previous_until    timestamptz(3),
  created_at        timestamptz(3) not null
);
create index subscriptions_of_app on webhook_subscriptions (app_id, id);

-- One row per event and subscription, written in the transaction that causes the event. A row is pending until it
-- succeeds, fails finally or is cancelled; `due_at` is the time of the next attempt, or the end of a worker's lease.
create table deliveries (
  user_id          text collate "C" not null,       -- the user; for a test event, the developer
  id               text collate "C" not null,
  app_id           text collate "C" not null references apps on delete cascade,
  subscription_id  text collate "C" not null references webhook_subscriptions on delete cascade,
  connection_id    text collate "C",                -- null for a test event
  event_id         text collate "C" not null,
  event_type       text not null,
  scope            text collate "C",                -- of the event's memory: each attempt checks the grant
  data             jsonb,                           -- of signals: null after the delivery has ended
  status           text not null check (status in ('pending', 'succeeded', 'failed', 'cancelled')),
  attempt_count    integer not null default 0,
  attempts         jsonb not null default '[]',     -- [{ at, status_code, duration_ms, error, response_excerpt }]
  due_at           timestamptz(3) not null,
  lease            text,                            -- the worker that holds it
  created_at       timestamptz(3) not null,
  primary key (user_id, id)
);
create index deliveries_due on deliveries (subscription_id, due_at) where status = 'pending';
create index deliveries_of_app on deliveries (app_id, id);
create index deliveries_of_connection on deliveries (user_id, connection_id) where status = 'pending';
create index deliveries_by_age on deliveries using brin (created_at);

create table triggers (
  user_id        text collate "C" not null,
  id             text collate "C" not null,
  connection_id  text collate "C" not null,
  app_id         text collate "C" not null,
  fire_at        timestamptz(3) not null,
  kind           text not null,
  payload        jsonb,
  status         text not null check (status in ('pending', 'fired', 'cancelled')),
  created_at     timestamptz(3) not null,
  primary key (user_id, id),
  foreign key (user_id, connection_id) references connections (user_id, id) on delete cascade
);
create index triggers_due on triggers (fire_at) where status = 'pending';
create index triggers_of_connection on triggers (user_id, connection_id, id);
