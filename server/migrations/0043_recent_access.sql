-- When what lets others into an app was last set, so that a developer who takes an account back can end what a stranger set.
alter table apps
  add column if not exists secret_set_at timestamptz(3),                 -- null: as registered
  add column if not exists redirects_added jsonb not null default '{}',  -- when each redirect URI was added after that
  add column if not exists access_ended_at timestamptz(3);               -- when the secret was last ended
alter table webhook_subscriptions
  add column if not exists access_set_at timestamptz(3);                 -- of its URL or signing secret; null: as it was made
