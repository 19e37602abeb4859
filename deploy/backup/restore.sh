#!/bin/sh
# Restores a base backup and the WAL archive into a new data directory, and starts it on its own port:
#
#   restore.sh <base backup> <archive> <new data directory> <port> [<database> [<time, such as 2026-03-01 12:00:00+00>]]
#
# Run as the user who owns the server, with its programs in PATH. Neither the backup nor the archive is changed: the copy does
# not archive. It can be practised at any time, next to production. Webhooks and mails of the copy are paused: a service on it
# sends nothing until `admin resume sending`. To put the copy into service: give it an archive folder of its own (ALTER SYSTEM SET
# archive_mode, archive_command; restart), make a base backup, and resume sending.
set -eu
base=$1 archive=$2 data=$3 port=$4 database=${5:-memory} until=${6:-}
if [ -e "$data" ]; then echo "restore: $data exists; choose a new folder" >&2; exit 2; fi
umask 077
cp -a "$base" "$data"
rm -f "$data/postmaster.pid"
cat >> "$data/postgresql.auto.conf" <<CONF
restore_command = 'cp "$archive/%f" "%p"'
recovery_target_timeline = 'latest'
recovery_target_action = 'promote'
archive_mode = 'off'
archive_command = ''
synchronous_standby_names = ''
primary_conninfo = ''
port = $port
unix_socket_directories = '$data'
CONF
[ -z "$until" ] || echo "recovery_target_time = '$until'" >> "$data/postgresql.auto.conf"
rm -f "$data/standby.signal"
touch "$data/recovery.signal"
# The log shows which segments were restored.
pg_ctl --pgdata="$data" --silent --wait --timeout=86400 --log="$data/restore.log" start
query() { psql --host="$data" --port="$port" --dbname="$database" --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --command="$1"; }
# The server accepts reads before it is promoted, and stops if it cannot reach the time.
until [ "$(query 'select pg_is_in_recovery()' 2>/dev/null || pg_ctl --pgdata="$data" status >/dev/null || echo failed)" = f ]; do
  if ! pg_ctl --pgdata="$data" status >/dev/null 2>&1; then tail -n 5 "$data/restore.log" >&2; exit 1; fi
  sleep 0.2
done
query "insert into pauses (name, since, reason) values ('sending', now(), 'restored from a backup') on conflict do nothing"
# Not used again: a later restart must not depend on them.
for name in restore_command recovery_target_time recovery_target_action recovery_target_timeline; do query "alter system reset $name"; done
echo "restored into $data, port $port; sending is paused"
