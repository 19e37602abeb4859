#!/bin/sh
# Restores a dump into an empty database, completely or not at all: restore-dump.sh <file of pg_dump --format=custom> <database URL>
# The URL leads to the server itself rather than a pooler. Webhooks and mails of the copy are paused: a service on it sends
# nothing until `admin resume sending`.
set -eu
unreadable() { echo "restore-dump: pg_restore cannot read $1 as a whole; nothing is restored" >&2; }
# From a pipe, only reading it to its end says that.
if [ ! -p "$1" ] && [ "$1" != /dev/stdin ] && ! pg_restore --list "$1" > /dev/null; then
  unreadable "$1"
  exit 2
fi
# Some providers create extensions in each new database, such as pg_stat_statements.
relations=$(psql --dbname="$2" --no-psqlrc --quiet --tuples-only --no-align --command="select count(*) from pg_class c
  where relnamespace = 'public'::regnamespace and relkind not in ('i', 'I') and not exists (
    select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')")
if [ "$relations" != 0 ]; then echo 'restore-dump: the database is not empty; create a new one' >&2; exit 2; fi
{
  # After an incomplete dump, an error takes everything back; the first line ends the rows of a table.
  if ! pg_restore --no-owner --file=- "$1"; then
    unreadable "$1"
    printf '\n\\.\n\\set VERBOSITY terse\n%s\n' "do 'begin raise exception ''the dump is damaged or incomplete''; end';"
  fi
  # Releases before 0.3 have no pauses.
  cat <<'SQL'
select to_regclass('public.pauses') is not null as pauses \gset
\if :pauses
insert into public.pauses (name, since, reason) values ('sending', now(), 'restored from a dump') on conflict do nothing;
\endif
SQL
  # Tables of the system, which an ordinary role may not analyze, are skipped without a warning for each.
  echo 'set client_min_messages = error; analyze;'
} | psql --dbname="$2" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --single-transaction --output=/dev/null
if [ "$(psql --dbname="$2" --no-psqlrc --quiet --tuples-only --no-align --command="select to_regclass('public.pauses')")" ]; then
  echo 'restored; sending is paused'
else
  echo 'restored from a release that cannot pause sending: run "migrate" and "admin pause sending" before a service starts on it'
fi
