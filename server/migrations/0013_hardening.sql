-- Lists are sorted by creation, then by the order in which the store received the memories. The ids of one request do not
-- tell that order, so they cannot be the sort key. `memories_by_scope` stays for the previous release.
create index if not exists memories_by_time on memories (user_id, created_at, born, place);
create index if not exists memories_by_scope_and_time on memories (user_id, scope, created_at, born, place);

-- Whether an app is what its name suggests is said by the operator. Apps registered before were shown as verified because
-- somebody had registered them; the operator looks at them once more.
alter table apps add column verified_at timestamptz(3);
create index if not exists apps_verified on apps (verified_at) where verified_at is not null;

-- When the password was last entered in a session; null: at its sign-in.
alter table sessions add column confirmed_at timestamptz(3);

-- The bytes of a person's chat messages, so that an import cannot fill the disk.
alter table stores add column chat_bytes bigint not null default 0;
update stores s set chat_bytes = m.bytes
  from (select user_id, sum(octet_length(content)) as bytes from chat_messages group by user_id) m
  where m.user_id = s.user_id;

-- Triggers that fired or were cancelled are kept for a while and then deleted.
create index if not exists triggers_ended on triggers (created_at) where status <> 'pending';
