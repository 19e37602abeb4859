-- The time zone of a person, an IANA name. Null: not set, dates are told in UTC.
alter table users add column if not exists timezone text;

-- Identities used to be created with the person's own name. The assistant and the person are two.
update identities i set name = 'Assistant' from users u where u.id = i.user_id and i.name = u.name;

-- When what a pending candidate states happened or will happen. Null in rows of earlier releases: when it was proposed.
alter table candidates add column if not exists occurred_at timestamptz(3);

-- Apps whose memories a person hides from all other apps. By slug, as memories name their source, so that it outlasts
-- the connection.
create table muted_sources (
  user_id   text collate "C" not null references users on delete cascade,
  app       text collate "C" not null,
  muted_at  timestamptz(3) not null,
  primary key (user_id, app)
);
