-- When the access of one installation of a client ends; null if not before that of its connection. Those of earlier releases get it
-- when their connection gets another end.
alter table token_families add column if not exists access_until timestamptz(3);
