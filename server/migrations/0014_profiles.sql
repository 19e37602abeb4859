-- The time zone of a person, an IANA name. Null: not set, dates are told in UTC.
alter table users add column if not exists timezone text;

-- Identities used to be created with the person's own name. The assistant and the person are two.
update identities i set name = 'Assistant' from users u where u.id = i.user_id and i.name = u.name;
