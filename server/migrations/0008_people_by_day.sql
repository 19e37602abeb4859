-- All connections of an app, including revoked ones: to count its users per day, and to delete them with the app. The
-- index of active connections remains; plan limits count by it.
create index connections_by_app on connections (app_id);
