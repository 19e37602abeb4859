-- Finds the pinned and important memories of each scope, for context bundles and briefs. Excludes memories of default
-- importance (50), so that ordinary writes do not maintain it.
create index memories_by_weight on memories (user_id, scope, pinned, importance desc, id desc)
  where pinned or importance > 50;
