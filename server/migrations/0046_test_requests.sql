-- Whether a request of an app was for a test person, so that its developer can tell it from those of people.
alter table app_requests add column if not exists is_test boolean not null default false;
