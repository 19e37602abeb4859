-- The people of an app and of all apps of a developer are counted while their portal is open: from this index alone, without
-- test people and connections that have ended.
create index if not exists connections_of_people on connections (app_id, user_id) where status = 'active' and not is_test;
