-- The token in the connector URLs of a user. Encrypted, because the URLs are shown again; found by its hash.
create table connector_links (
  user_id     text collate "C" primary key references users on delete cascade,
  token_hash  bytea not null unique,
  token       bytea not null,
  made_at     timestamptz(3) not null
);

-- Items that were received from providers. A row outlives its memory, so that a deleted memory is not added again.
create table provider_items (
  user_id      text collate "C" not null references users on delete cascade,
  provider     text collate "C" not null,
  provider_id  text collate "C" not null,
  memory_id    text collate "C" not null,
  primary key (user_id, provider, provider_id)
);
