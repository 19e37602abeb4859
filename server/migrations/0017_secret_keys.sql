-- Values sealed with each secret key in use, by the key's fingerprint: a process whose keys do not open all of them
-- refuses to start. While the key is being changed, there are two rows.
create table secret_key_checks (
  fingerprint  text collate "C" primary key,
  sealed       bytea not null,
  made_at      timestamptz(3) not null
);

-- Keys that outlive a change of the secret key, sealed with it: ids of imported memories derive from one of them.
create table lasting_keys (
  purpose  text collate "C" primary key,
  sealed   bytea not null
);
