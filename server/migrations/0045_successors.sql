-- What a memory has superseded is found by the memories that name it: their number has no limit, unlike that of the ids in
-- `supersedes`. Partial indexes, so that ordinary writes do not maintain them.
create index if not exists memories_by_successor on memories (user_id, superseded_by, id) where superseded_by is not null;
create index if not exists revisions_by_successor on memory_revisions (user_id, superseded_by) where superseded_by is not null;
