-- The token in a person's connector addresses. It must be readable again, so it is sealed; the hash finds it.
create table connector_links (
  user_id     text collate "C" primary key references users on delete cascade,
  token_hash  bytea not null unique,
  token       bytea not null,
  made_at     timestamptz(3) not null
);

-- What providers have told already. A row stays when its memory is forgotten, so that it stays forgotten.
create table provider_items (
  user_id      text collate "C" not null references users on delete cascade,
  provider     text collate "C" not null,
  provider_id  text collate "C" not null,
  memory_id    text collate "C" not null,
  primary key (user_id, provider, provider_id)
);
