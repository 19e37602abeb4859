-- A subscription is deleted at once, its deliveries in batches: a cascade over millions would exceed the statement
-- timeout. A delivery without its subscription is neither sent nor shown. Inserts also save two lookups, and a write
-- does not fail if a subscription is deleted while the write queues its event.
alter table deliveries drop constraint deliveries_subscription_id_fkey;
alter table deliveries drop constraint deliveries_app_id_fkey;

-- Apps with deliveries of deleted subscriptions, or that were deleted themselves. Deliveries are swept in id order.
create table deliveries_left (
  app_id    text collate "C" primary key,          -- may no longer exist
  left_at   timestamptz(3) not null,               -- time of the last deletion
  swept_to  text collate "C" not null              -- deliveries up to this id are swept
);
