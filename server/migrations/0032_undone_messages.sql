-- Messages of transcripts that an undo of their app deleted, with what is needed to put them back. Erased with the trash.
create table undone_messages (
  user_id          text collate "C" not null references users on delete cascade,
  undo             text collate "C" not null,       -- the request that deleted them
  chat_id          text collate "C" not null,
  id               text collate "C" not null,
  app_id           text collate "C" not null,
  app              text,
  conversation     text collate "C" not null,
  scope            text collate "C" not null,
  title            text,
  chat_created_at  timestamptz(3) not null,
  role             text not null check (role in ('user', 'assistant')),
  content          text not null,
  created_at       timestamptz(3) not null,
  stems            text[],
  undone_at        timestamptz(3) not null,
  primary key (user_id, undo, chat_id, id)
);
create index undone_by_time on undone_messages (undone_at);
