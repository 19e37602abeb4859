-- Lists are sorted by creation, then by the order in which the store received the memories. The ids of one request do not
-- tell that order, so they cannot be the sort key. `memories_by_scope` stays for the previous release.
create index if not exists memories_by_time on memories (user_id, created_at, born, place);
create index if not exists memories_by_scope_and_time on memories (user_id, scope, created_at, born, place);
