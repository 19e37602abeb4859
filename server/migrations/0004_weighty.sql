-- What a bundle or a brief starts from: the pinned and the important of each scope. A memory of the usual importance
-- (50) is not in it, so plain writes do not pay.
create index memories_by_weight on memories (user_id, scope, pinned, importance desc, id desc)
  where pinned or importance > 50;
