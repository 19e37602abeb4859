-- What is to be extracted from messages of transcripts: one row for the messages of one request, until they are deleted.
-- `due_at` is null once the extraction has failed for good.
create table if not exists turn_extractions (
  user_id        text collate "C" not null,
  id             text collate "C" not null,
  chat_id        text collate "C" not null,
  app_id         text collate "C" not null,
  connection_id  text collate "C" not null,
  family_id      text collate "C",
  request_id     text not null,
  said_at        timestamptz(3) not null,
  message_count  integer not null,
  attempts       integer not null default 0,
  due_at         timestamptz(3),
  primary key (user_id, id),
  foreign key (user_id, chat_id) references chats on delete cascade
);
-- Apps are walked in turn, and those of a person are counted.
create index extractions_due on turn_extractions (app_id, due_at) where due_at is not null;
create index extractions_waiting on turn_extractions (user_id, app_id) where due_at is not null;
create index extractions_of_chat on turn_extractions (user_id, chat_id);

-- The extraction that a message of a transcript waits for. Null for messages that nothing is extracted from.
alter table chat_messages add column if not exists extraction_id text collate "C";
