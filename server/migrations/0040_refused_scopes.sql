-- What a person was asked for and refused, so that consent distinguishes it from what is new.
alter table authorization_codes add column if not exists refused text[] not null default '{}';
-- Scopes and types of signals, with the time of the last refusal.
alter table connections add column if not exists refused jsonb not null default '{}';
