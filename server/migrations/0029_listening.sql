-- Sessions of `memory-service listen`, which fetch deliveries instead of receiving them: subscriptions that end at a time,
-- unless a fetch moves it. Null for subscriptions with an endpoint.
alter table webhook_subscriptions add column if not exists listening_until timestamptz(3);
create index if not exists subscriptions_listening on webhook_subscriptions (app_id, listening_until)
  where listening_until is not null;
