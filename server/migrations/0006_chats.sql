-- Memories that a model proposed, and their status. `content` is set only while the user has not decided: an accepted
-- candidate's content is in its memory. Deleted with that memory.
create table candidates (
  user_id        text collate "C" not null references users on delete cascade,
  id             text collate "C" not null,
  status         text not null check (status in ('recorded', 'pending', 'accepted', 'declined', 'undone')),
  app_id         text collate "C",                  -- null in the user's own chats
  app            text,                              -- its slug, which outlives the app
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

-- Messages from which candidates were extracted lately, so that a retry does not extract them again. The digest is
-- keyed, so that messages cannot be guessed from it.
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
