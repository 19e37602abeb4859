-- Keeps texts of people out of the planner's statistics on the shards of a cluster that an earlier release distributed, as migration
-- 0038 does in the coordinator's tables. Run it once after the upgrade, in the coordinator's database:
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/citus/no-statistics.sql

select attrelid::regclass as "table", attname as "column", count(*) as shards
from pg_dist_partition
join pg_attribute on attrelid = logicalrelid and attnum > 0 and not attisdropped and attstattarget = 0
cross join lateral run_command_on_placements(logicalrelid, format('alter table %%s alter column %I set statistics 0', attname))
group by 1, 2 having bool_and(success) order by 1, 2;

do $$ declare
  failed text;
begin
  select string_agg(logicalrelid || '.' || attname, ', ') into failed
    from pg_dist_partition
    join pg_attribute on attrelid = logicalrelid and attnum > 0 and not attisdropped and attstattarget = 0
    where exists (select from run_command_on_placements(logicalrelid, format(
      'select attstattarget from pg_attribute where attrelid = ''%%s''::regclass and attname = %L', attname))
      where not success or result is distinct from '0');
  if failed is not null then raise exception 'these columns still have statistics: %', failed; end if;
end $$;
