-- Until when the user has seen what apps changed of their statements about health and safety.
alter table users add column if not exists app_changes_kept_at timestamptz(3);
