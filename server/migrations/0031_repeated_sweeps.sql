-- Whether the scan for orphaned deliveries of an app is repeated once it has ended, because more were left meanwhile.
alter table deliveries_left add column if not exists again boolean not null default false;
