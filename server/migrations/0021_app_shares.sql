-- How many memories of a store each app wrote, by slug; '' for the person and for imports. Changed by the statements that
-- change memory_count. Their sum differs from memory_count until a job has counted the memories of an earlier release.
alter table stores add column if not exists app_counts jsonb not null default '{}';

-- Since when the person lets the app fill the whole store, also while other apps may write; null: its share only.
alter table connections add column if not exists unlimited_at timestamptz(3);
