-- When each standard topic was last granted to an app, for those of the last day: `{"memory:read:health": "2026-05-03T07:31:12.000Z"}`.
alter table users add column if not exists topics_granted jsonb not null default '{}';
