-- Sets what the planner's statistics hold on the shards of a cluster that an earlier release distributed, as migrations 0038 and 0042
-- do in the coordinator's tables: no texts of people, and of the people themselves only the most frequent one. Run it once after the
-- upgrade, in the coordinator's database:
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/citus/no-statistics.sql

select attrelid::regclass as "table", attname as "column", attstattarget as target, count(*) as shards
from pg_dist_partition
join pg_attribute on attrelid = logicalrelid and attnum > 0 and not attisdropped and attstattarget >= 0
cross join lateral run_command_on_placements(
  logicalrelid, format('alter table %%s alter column %I set statistics %s', attname, attstattarget))
group by 1, 2, 3 having bool_and(success) order by 1, 2;

do $$ declare
  failed text;
begin
  select string_agg(logicalrelid || '.' || attname, ', ') into failed
    from pg_dist_partition
    join pg_attribute on attrelid = logicalrelid and attnum > 0 and not attisdropped and attstattarget >= 0
    where exists (select from run_command_on_placements(logicalrelid, format(
      'select attstattarget from pg_attribute where attrelid = ''%%s''::regclass and attname = %L', attname))
      where not success or result is distinct from attstattarget::text);
  if failed is not null then raise exception 'these columns still have other statistics: %', failed; end if;
end $$;
