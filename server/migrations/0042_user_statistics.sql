-- Of the people in a table, the planner keeps the share of the most frequent one only. With a list of all of them, which a table
-- of up to a hundred people has, it takes whoever is not on it yet for the owner of no row at all, so that one index of this
-- person's rows seems as good as another: reading one memory by its id then reads all that the person has. Without the list it
-- expects the average. It takes effect with the next ANALYZE.
do $$
declare
  has_citus constant boolean := exists (select from pg_extension where extname = 'citus');
  owned record;
begin
  -- Citus refuses this for shards. deploy/citus/no-statistics.sql changes those like the tables here.
  if has_citus then perform set_config('citus.enable_ddl_propagation', 'off', true); end if;
  for owned in
    select c.oid::regclass as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') order by c.relname
  loop
    execute format('alter table %s alter column user_id set statistics 1', owned.name);
  end loop;
  if has_citus then perform set_config('citus.enable_ddl_propagation', 'on', true); end if;
end $$;
