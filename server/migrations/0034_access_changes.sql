-- Notifies all processes that an app's access has changed, in the transaction of the change, so that they drop what they
-- remember of its tokens. Triggers, because earlier releases and the operator's own statements change access, too. The payload
-- names whose access it is: `user`, `app` or `developer`, and an id.
--
-- Citus accepts no triggers on distributed tables. Without them, a token is looked up again after less than a second.
create function notify_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed',
    tg_argv[0] || ' ' || (to_jsonb(case tg_op when 'DELETE' then old else new end) ->> tg_argv[1]));
  return null;
end $$;

do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    create trigger access_changed after delete or update of status, scopes, expires_at, paused_at, unlimited_at
      on connections for each row execute function notify_access_changed('user', 'user_id');
    create trigger access_changed after delete or update
      on connection_tokens for each row execute function notify_access_changed('user', 'user_id');
    create trigger access_changed after delete or update of scopes
      on token_families for each row execute function notify_access_changed('user', 'user_id');
    create trigger access_changed after insert or delete or update
      on muted_sources for each row execute function notify_access_changed('user', 'user_id');
    create trigger access_changed after delete or update of name, plan, limits, suspended_at
      on users for each row execute function notify_access_changed('user', 'id');
    create trigger access_changed after delete or update of slug, developer_id, stopped_at, deleted_at
      on apps for each row execute function notify_access_changed('app', 'id');
    create trigger access_changed after delete or update of plan, limits, suspended_at
      on developers for each row execute function notify_access_changed('developer', 'id');
  end if;
end $$;
