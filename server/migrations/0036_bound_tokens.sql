-- Tokens that are bound to a key of their holder (DPoP, RFC 9449). `dpop_jkt` is the thumbprint of the key (RFC 7638); null:
-- not bound. The hash of a bound code or token is SHA-512/256 instead of SHA-256, so that earlier releases do not find it:
-- while they serve beside this one, they refuse it instead of accepting it without a proof.
alter table authorization_codes add column if not exists dpop_jkt text;
alter table token_families add column if not exists dpop_jkt text;    -- of the refresh tokens
alter table connection_tokens add column if not exists dpop_jkt text;

-- Whether an app requires bound tokens.
alter table apps add column if not exists dpop_required boolean not null default false;

-- Proofs that were used, for as long as they would be accepted again. Unlogged, because each call with a bound token writes
-- one: after a crash of the database, a proof of the last two minutes could be used again.
create table dpop_proofs (
  proof_hash bytea primary key,
  expires_at timestamptz(3) not null
);
alter table dpop_proofs set unlogged;
create index dpop_proofs_by_age on dpop_proofs (expires_at);
