-- ANALYZE copies values of a column into pg_statistic, where an erased text would stay until the next one. Columns with texts
-- of people have no statistics; no plan depends on them. To change a type to itself removes the existing statistics, and reads
-- neither rows nor indexes. (The index of memories.external_id would be built again, so that column keeps its statistics.)
alter table memories alter column content type text, alter column metadata type jsonb, alter column source type jsonb;
alter table memory_revisions alter column content type text, alter column external_id type text,
  alter column metadata type jsonb, alter column source type jsonb;
alter table memory_slots alter column slot type text collate "C";
alter table memory_relations alter column relations type jsonb;
alter table memory_vectors alter column codes type bytea;
alter table candidates alter column content type text, alter column source type text;
alter table chats alter column title type text;
alter table chat_messages alter column content type text, alter column stems type text[];
alter table undone_messages alter column title type text, alter column content type text, alter column stems type text[];
alter table deliveries alter column data type jsonb;
alter table triggers alter column payload type jsonb;
alter table identities alter column name type text, alter column tone_note type text;
alter table imports alter column label type text;

do $$
declare
  has_citus constant boolean := exists (select from pg_extension where extname = 'citus');
  texts record;
begin
  -- Citus refuses this for shards. deploy/citus/no-statistics.sql changes those like the tables here.
  if has_citus then perform set_config('citus.enable_ddl_propagation', 'off', true); end if;
  for texts in
    select * from (values
      ('memories', array['content', 'metadata', 'source']),
      ('memory_revisions', array['content', 'external_id', 'metadata', 'source']),
      ('memory_slots', array['slot']),
      ('memory_relations', array['relations']),
      ('memory_vectors', array['codes']),
      ('candidates', array['content', 'source']),
      ('chats', array['title']),
      ('chat_messages', array['content', 'stems']),
      ('undone_messages', array['title', 'content', 'stems']),
      ('deliveries', array['data']),
      ('triggers', array['payload']),
      ('identities', array['name', 'tone_note']),
      ('imports', array['label'])) as t (name, columns)
  loop
    execute 'alter table ' || texts.name || (
      select string_agg(format(' alter column %I set statistics 0', c), ',') from unnest(texts.columns) c);
  end loop;
  if has_citus then perform set_config('citus.enable_ddl_propagation', 'on', true); end if;
end $$;
