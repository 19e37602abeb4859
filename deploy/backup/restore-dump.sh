#!/bin/sh
# Restores a dump into an empty database, completely or not at all: restore-dump.sh <file of pg_dump --format=custom> <database URL>
# The URL leads to the server itself rather than a pooler. Webhooks and mails of the copy are paused: a service on it sends
# nothing until `admin resume sending`.
set -eu
{
  pg_restore --no-owner --file=- "$1"
  echo "insert into public.pauses (name, since, reason) values ('sending', now(), 'restored from a dump') on conflict do nothing;"
  echo 'analyze;'
} | psql --dbname="$2" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --single-transaction --output=/dev/null
echo 'restored; sending is paused'
