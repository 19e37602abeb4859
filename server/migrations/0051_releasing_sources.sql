-- Whether a job has to reinstate what the memories of a muted app have superseded; the request that muted it did the newest.
alter table muted_sources add column if not exists is_releasing boolean not null default false;
