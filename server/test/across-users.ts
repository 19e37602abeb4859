/** Statements that span users by design. Each must run in the test of partitions; any other that does fails it. */
export const ACROSS_USERS: Record<string, RegExp[]> = {
  'concurrent writes of several users share a statement': [
    /^with reserved as .* any\(\$\d+::text\[\]\) for update skip locked/,
  ],
  'due deliveries of all users are claimed and their outcomes stored': [
    /^with (recursive waiting \(subscription_id|due as \( select d\.user_id, d\.id from deliveries)/,
    /^select c\.id, c\.scopes, .* from (unnest|\(values) ?\(/,
    /^with stored as \( update deliveries/,
  ],
  'due triggers of all users are fired': [
    /^select id from triggers where status = 'pending' and fire_at/,
    /^with due as \( select user_id, id from triggers/,
  ],
  'due extractions of all users are found by app': [
    /^with recursive waiting \(app_id, position\) as \( \(select e\.app_id, 1 from turn_extractions/,
    /^select user_id, id from turn_extractions/,
  ],
  'imports whose chats are due to be read are found': [/^select user_id, id from imports where reading_due_at/],
  'the vector loop walks over stores in batches': [
    /^select coalesce\(sum\(s\.memory_count\)/,
    /^select s\.user_id, s\.version > coalesce/,
    /^with wanted as \( select user_id, version from stores/,
    /^select m\.user_id, m\.id, m\.content, m\.version from (unnest|\(values) ?\(/,
    /^select 1 from stores where user_id = any/,
    /^update stores set version = version \+ 1 where user_id = any/,
    /^insert into memory_vectors/,
    /^with locked as \( select k\.user_id from vector_marks/,
  ],
  'the relation loop walks over stores in batches': [
    /^select s\.user_id, \(s\.version, /,
    /^insert into memory_relations/,
    /^with locked as \( select k\.user_id from relation_marks/,
  ],
  'jobs erase expired and deleted memories of all users': [
    /^select m\.user_id as "userId", i\.id as "aiId" from memories m join identities i .* where m\.expires_at <=/,
    /^select m\.user_id as "userId", m\.id from memory_revisions m where m\.change = 'deleted'/,
    /^delete from memory_revisions r using (unnest|\(values|gone_memories)/,
    /^select r\.user_id as "userId", u\.plan, u\.limits, r\.count from \( select .* from memory_revisions group by user_id/,
  ],
  'a job finds stores whose memories have no slots yet': [
    /^update stores set slots_rules = \$\d+ where user_id in \( select .* limit \$\d+\)/,
    /^select s\.user_id as "userId", .* from stores s join users u .* where s\.slots_rules < \$\d+ limit 1 for update of s skip locked$/,
  ],
  'a job finds muted apps whose memories have superseded thousands': [
    /^select m\.user_id as "userId", m\.app, .* where m\.is_releasing order by random\(\) limit 1$/,
  ],
  'a job finds stores whose memories are not counted by app': [
    /^select s\.user_id as "userId" from stores s where not \( s\.memory_count = .* limit \$\d+$/,
  ],
  'the secret key is checked against samples of sealed responses, and resealing reads them in batches': [
    /^select user_id as "userId", credential, route, key, reply from idempotency_keys where .* limit \$\d+$/,
  ],
  'metrics report the trigger backlog': [/^select count\(\*\) as due, .* from triggers/],
  'the meter stores the counters of all connections': [/^insert into connection_activity/],
  'a developer’s plan counts distinct users': [/^select count\(distinct c\.user_id\)/],
  'developers read the data of their apps': [
    /^select case when c\.is_test then 'test_people' .* from apps a join connections c .* where a\.developer_id = \$/,
    /^select count\(\*\) as used from connections where app_id = \$/,
    /^select a\.id, \(select coalesce\(sum\(u\.api_calls\), 0\).* from apps a where a\.developer_id = \$/,
    /^select id from connections where app_id = \$\d+ and id = any\(\S+ and is_test$/,
    /^select date, sum\(change\) as change .* from connections where app_id = \$/,
    /^select id, at, .* from audit_entries where app_id = \$/,
    /^select (id, subscription_id|status, data is null as erased), .* from deliveries where app_id = \$/,
    /^update deliveries set status = 'pending', .* where (d\.)?app_id = \$/,
    /^select count\(\*\) as counted from \( ?select from deliveries d .* where d\.app_id = \$/,
    /^select c\.id, case when c\.status .* from connections c join apps a .* where c\.app_id = \$/,
    /^select user_id as "userId", id from connections where app_id = \$/,
    /^select o\.account_id as id, .* from app_accounts o .* where o\.app_id = \$\d+ and o\.kind = 'test' and o\.account_id < \$/,
  ],
  'orphaned deliveries are found by app and by endpoint': [
    /^with seen as \( select user_id, id, subscription_id from deliveries where app_id = \$/,
    /^update deliveries set status = 'cancelled', .* where status = 'pending' and \(user_id, id\) in \(/,
  ],
  'jobs delete expired rows by age': [
    /^delete from (idempotency_keys|audit_entries|audit_reads|deliveries|extracted_messages|undone_messages) where \(.*\) in \( select .* where (created_at|at|undone_at) <=? \$/,
    /^delete from candidates where created_at < \$/,
    /^delete from recall_snapshots where \(user_id, id\) in \( select .* limit \$/,
    /^with deleted as \( delete from gone_memories where .* where gone_at < \$/,
    /^select user_id as "userId", connection_id as "connectionId", id from token_families where expires_at/,
    /^select distinct app_id from connections where app_id = any/,
    /^select user_id from idempotency_keys group by user_id having count/,
    /^delete from triggers where \(user_id, id\) in \( select .* where status <> 'pending'/,
  ],
  'jobs end connections that expired or whose app was deleted': [
    /^select user_id as "userId", id, expires_at as at from connections where status = 'active'/,
    /^select c\.user_id as "userId", c\.id from apps a join connections c /,
  ],
  'this test waits for all vectors and relations': [
    /^select count\(\*\) as missing from memories/,
    /^select m\.id from memories m left join relation_marks/,
  ],
}
