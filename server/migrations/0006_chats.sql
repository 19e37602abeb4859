-- What a model proposed to remember, and what became of it. While it waits for the person its words stand here, and
-- once it is a memory they stand there alone. With the memory its row goes.
create table candidates (
  user_id        text collate "C" not null references users on delete cascade,
  id             text collate "C" not null,
  status         text not null check (status in ('recorded', 'pending', 'accepted', 'declined', 'undone')),
  app_id         text collate "C",                  -- by which app, or in which chat of the person's own
  app            text,                              -- its slug, kept after the app is gone
  connection_id  text collate "C",
  chat_id        text collate "C",
  message_id     text collate "C",
  type           text,
  scope          text collate "C",
  content        text,
  importance     double precision,
  memory_id      text collate "C",
  created_at     timestamptz(3) not null,
  primary key (user_id, id),
  foreign key (user_id, memory_id) references memories on delete cascade,
  check ((status = 'pending') = (content is not null)),
  check ((status in ('recorded', 'accepted')) = (memory_id is not null))
);
create index candidates_of_memory on candidates (user_id, memory_id) where memory_id is not null;
create index candidates_of_chat on candidates (user_id, chat_id, message_id) where chat_id is not null;
create index candidates_by_age on candidates using brin (created_at);

-- What was looked through for something to remember lately, so that a retry is not looked through again. A keyed hash:
-- nobody can try guesses on it.
create table extracted_messages (
  user_id        text collate "C" not null,
  connection_id  text collate "C" not null,
  digest         bytea not null,
  at             timestamptz(3) not null,
  primary key (user_id, connection_id, digest),
  foreign key (user_id, connection_id) references connections (user_id, id) on delete cascade
);
create index extracted_by_age on extracted_messages using brin (at);

create table chats (
  user_id     text collate "C" not null references users on delete cascade,
  id          text collate "C" not null,
  title       text,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  primary key (user_id, id)
);

create table chat_messages (
  user_id     text collate "C" not null,
  chat_id     text collate "C" not null,
  id          text collate "C" not null,
  role        text not null check (role in ('user', 'assistant')),
  content     text not null,
  created_at  timestamptz(3) not null,
  primary key (user_id, chat_id, id),
  foreign key (user_id, chat_id) references chats on delete cascade
);
