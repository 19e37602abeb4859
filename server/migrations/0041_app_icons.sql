-- Icons of apps, fetched when a developer names their address, so that the host of an app does not learn who sees it.
create table if not exists app_icons (
  app_id  text collate "C" primary key references apps on delete cascade,
  url     text not null,                            -- where it was fetched from
  png     bytea not null,
  digest  bytea not null                            -- SHA-256 of `png`
);
