-- Transcripts: conversations that an app sent as they were held. They are chats with an app; the person reads and deletes
-- them like any other, and only the app that sent one can read it. Counted here, because an app has a share.
alter table chats
  add column if not exists app_id text collate "C",          -- null in the user's own chats
  add column if not exists app text,                         -- its slug, which outlives the app
  add column if not exists scope text collate "C",
  add column if not exists conversation text collate "C",    -- the id of the conversation in the app
  add column if not exists message_count integer not null default 0,
  add column if not exists byte_count bigint not null default 0;
create unique index if not exists chats_of_app on chats (user_id, app_id, conversation) where app_id is not null;

-- The stems of a message of a transcript, by which it is found.
alter table chat_messages add column if not exists stems text[];
