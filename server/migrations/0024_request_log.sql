-- The requests of each app in the last days, for its developer: no content, no values of paths or queries, no ids of people.
-- No foreign key to apps: rows are written in batches, which must not fail because an app was deleted meanwhile.
create table app_requests (
  app_id      text collate "C" not null,
  id          text collate "C" not null,            -- its time is never before `at`
  at          timestamptz(3) not null,
  method      text not null,
  route       text not null,                        -- the template, such as /v1/memories/:id
  status      integer not null,
  code        text,                                 -- the code of the failure
  ms          integer not null,
  request_id  text collate "C" not null,
  primary key (app_id, id)
);
create index app_requests_by_age on app_requests using brin (at);

-- Exact counts of the same requests by hour, also of those that the bound of `app_requests` leaves out.
create table app_request_hours (
  app_id    text collate "C" not null,
  hour      timestamptz(3) not null,
  method    text not null,
  route     text not null,
  status    integer not null,
  code      text not null,                          -- empty: no failure
  latency   integer not null,                       -- index of the class of latency
  requests  bigint not null,
  primary key (app_id, hour, method, route, status, code, latency)
);
create index app_request_hours_by_age on app_request_hours using brin (hour);
