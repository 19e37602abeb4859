-- A subscription goes at once, its deliveries some at a time: a cascade over millions would outlast what a statement
-- may take. Without its subscription a delivery is neither told nor shown. An insert is spared two look-ups, too, and no
-- write fails any more because a subscription went while its event was being queued.
alter table deliveries drop constraint deliveries_subscription_id_fkey;
alter table deliveries drop constraint deliveries_app_id_fkey;

-- Apps that have left deliveries behind, with a subscription or altogether. They are looked through in the order of ids.
create table deliveries_left (
  app_id    text collate "C" primary key,          -- which may be gone itself
  left_at   timestamptz(3) not null,               -- the last time
  swept_to  text collate "C" not null              -- up to this id
);
