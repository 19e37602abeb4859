-- Every connection an app ever had, those that ended included: how many people it had on a day, and what goes with it
-- when it is deleted. The index of the living ones stays: plans are counted by it.
create index connections_by_app on connections (app_id);
