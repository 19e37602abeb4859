#!/bin/sh
# Restores a base backup and the WAL archive into a new data directory, and starts it on its own port:
#
#   restore.sh <base backup> <archive> <new data directory> <port> [<database> [<time, such as 2026-03-01 12:00:00+00>]]
#
# Run as the user who owns the server, such as postgres. Neither the backup nor the archive is changed: the copy does not
# archive. It can be practised at any time, next to production. Webhooks and mails of the copy are paused: a service on it sends
# nothing until `admin resume sending`. Where the settings of the server are outside its data directory, as on Debian, the copy
# has the defaults, and admits what Debian's pg_hba.conf does. into-service.sh undoes the settings made here. Exits with 3 if the
# copy runs, but lacks what is in later segments of the archive.
set -eu
. "$(dirname "$0")/programs.sh"
base=$1 archive=$2 data=$3 port=$4 database=${5:-memory} until=${6:-}
if [ -e "$data" ]; then echo "restore: $data exists; choose a new folder" >&2; exit 2; fi
if [ ! -e "$base/PG_VERSION" ]; then echo "restore: $base is not a base backup" >&2; exit 2; fi
if [ ! -d "$archive" ]; then echo "restore: $archive is not a folder" >&2; exit 2; fi
umask 077
use_programs_for "$base"
if [ -e "$base/backup_manifest" ] && ! pg_verifybackup --quiet "$base"; then
  echo "restore: files of $base are damaged or missing; choose another backup" >&2
  exit 1
fi
cp -a "$base" "$data"
rm -f "$data/postmaster.pid"
# A base backup has no settings that are outside the data directory. Recovery needs these to be at least as high as they were.
[ -e "$data/postgresql.conf" ] || LC_ALL=C pg_controldata --pgdata="$data" |
  sed -n -e 's/_xact/_transaction/' -e 's/^\(max_[a-z_]*\) setting: */\1 = /p' > "$data/postgresql.conf"
[ -e "$data/pg_hba.conf" ] || cat > "$data/pg_hba.conf" <<CONF
local all all peer
host all all 127.0.0.1/32 scram-sha-256
host all all ::1/128 scram-sha-256
local replication all peer
host replication all 127.0.0.1/32 scram-sha-256
host replication all ::1/128 scram-sha-256
CONF
[ -e "$data/pg_ident.conf" ] || : > "$data/pg_ident.conf"
# A backup of a copy already has that of the original.
[ -e "$data/before-restore.conf" ] || cp "$data/postgresql.auto.conf" "$data/before-restore.conf"
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
# Explains why the server stopped, with the end of its log.
stopped() {
  tail -n 5 "$data/restore.log" >&2
  [ -z "$until" ] || echo "restore: $until must be after the end of the backup and before the last change in the archive" >&2
  echo "restore: failed; delete $data before the next try" >&2
  exit 1
}
# The log shows which segments were restored.
pg_ctl --pgdata="$data" --silent --wait --timeout=86400 --log="$data/restore.log" start || stopped
query() { psql --host="$data" --port="$port" --dbname="$database" --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --command="$1"; }
# The server accepts reads before it is promoted, and stops if it cannot reach the time.
until [ "$(query 'select pg_is_in_recovery()' 2>/dev/null || pg_ctl --pgdata="$data" status >/dev/null || echo failed)" = f ]; do
  if ! pg_ctl --pgdata="$data" status >/dev/null 2>&1; then stopped; fi
  sleep 0.2
done
# Without changes between the two, the server would stop at the end of the backup and report nothing.
# The manifest has the time in GMT; that in the label has an abbreviation, such as CST, which is the name of several zones.
start=$(sed -n 's/.*"Path": "backup_label",.*"Last-Modified": "\([^"]*\)".*/\1/p' "$base/backup_manifest" || :)
if [ -n "$until" ] && [ -n "$start" ] && [ "$(query "select timestamptz '$until' < timestamptz '$start'")" = t ]; then
  pg_ctl --pgdata="$data" --silent --mode=fast stop
  echo "restore: the backup began at $start, after $until; choose an older backup, and delete $data" >&2
  exit 1
fi
# Releases before 0.3 have no pauses.
sending='a release that cannot pause sending: run "migrate" and "admin pause sending" before a service starts on it'
if [ "$(query "select to_regclass('public.pauses')")" ]; then
  query "insert into pauses (name, since, reason) values ('sending', now(), 'restored from a backup') on conflict do nothing"
  sending='sending is paused'
fi
# Not used again: a later restart must not depend on them.
for name in restore_command recovery_target_time recovery_target_action recovery_target_timeline; do query "alter system reset $name"; done
echo "restored into $data, port $port; $sending"
# The server takes a segment that is missing or damaged for the end of the log. The history of its new timeline says where that was.
[ -z "$until" ] || exit 0
history=$(ls "$data"/pg_wal/*.history | sort | tail -n 1)
timeline=$(printf %08X "$(sed -n 's/^\([0-9][0-9]*\)[[:space:]].*/\1/p' "$history" | tail -n 1)")
end=$(sed -n 's/^[0-9][0-9]*[[:space:]]*\([0-9A-F]*\/[0-9A-F]*\)[[:space:]].*/\1/p' "$history" | tail -n 1)
reached=$timeline$(query "select right(pg_walfile_name('$end'), 16)")
newest=$(ls "$archive" | grep -x "$timeline[0-9A-F]\{16\}" | sort | tail -n 1 || :)
if [ -n "$newest" ] && [ "$(printf '%s\n' "$reached" "$newest" | sort | tail -n 1)" != "$reached" ]; then
  echo "restore: the copy lacks all changes after $end: $archive/$reached is damaged, or the segment after it is missing" >&2
  exit 3
fi
