-- When and through which redirect URI the tokens of a connection were issued, and when the secret of an app was replaced, so that
-- a developer can end the connections that a stranger made with access that has ended since.
alter table connections
  add column if not exists token_set_at timestamptz(3),                 -- null: when it was connected
  add column if not exists token_redirect_uri text;                     -- null: unknown, or the app has none
alter table apps
  add column if not exists secrets_set timestamptz(3)[] not null default '{}';  -- the latest replacements before secret_set_at
