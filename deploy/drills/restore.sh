#!/bin/bash
# Drill: back up a PostgreSQL server, practise a restore, write on, and restore again; also to a point in time. It starts servers
# of its own in a temporary folder, with the scripts of deploy/backup, and prints what it found. Run it as a user who may start
# PostgreSQL (not root), with its programs in PATH: deploy/drills/restore.sh <schema.sql>
# The schema is the service's: cat server/migrations/*.sql. The drill writes rows into `developers`.
set -euo pipefail
schema=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
port=$((20000 + RANDOM % 20000))
servers=()
stop() { for data in "${servers[@]}"; do pg_ctl -D "$data" -m immediate -s stop 2>/dev/null || true; done; rm -rf "$work"; }
trap stop EXIT
say() { printf '%-34s %s\n' "$1" "$2"; }
fail() { echo "FAILED: $*" >&2; exit 1; }
sql() { psql -h "$1" -p "$2" -d memory -XqtA -v ON_ERROR_STOP=1 -c "$3"; }
write() { sql "$work/production" "$port" "insert into developers (id, email, password_hash, plan, created_at) select 'dev_$1_' || n, '$1' || n || '@example.com', '', 'sandbox', now() from generate_series(1, $2) n"; }
archived() { sql "$work/production" "$port" 'select pg_switch_wal()' > /dev/null; for _ in $(seq 100); do [ -z "$(ls "$work/production/pg_wal/archive_status" | grep ready || true)" ] && return; sleep 0.1; done; fail 'the archive does not catch up'; }
rows() { sql "$1" "$2" 'select count(*) from developers'; }
restore() { servers+=("$work/$1"); "$here/backup/restore.sh" "$(ls -1d "$work"/backups/base-* | head -n 1)" "$work/archive" "$work/$1" "$2" memory "${3:-}" > "$work/$1.out"; }

mkdir "$work/archive"
initdb -D "$work/production" -A trust > /dev/null
# As on Debian: settings outside the data directory, which a base backup does not contain.
mkdir "$work/etc"
mv "$work"/production/*.conf "$work/etc"
mv "$work/etc/postgresql.auto.conf" "$work/production"
cat >> "$work/etc/postgresql.conf" <<CONF
hba_file = '$work/etc/pg_hba.conf'
ident_file = '$work/etc/pg_ident.conf'
max_connections = 150
log_timezone = 'Asia/Shanghai' # CST, which PostgreSQL reads as the time of Chicago
port = $port
listen_addresses = ''
unix_socket_directories = '$work/production'
archive_mode = on
archive_command = '$here/backup/archive.sh %p %f $work/archive'
fsync = off
include_if_exists '$here/postgres/synchronous.conf'
synchronous_standby_names = ''
CONF
servers+=("$work/production")
pg_ctl -D "$work/production" -s -w -l "$work/production.log" -o "-c config_file=$work/etc/postgresql.conf" start
createdb -h "$work/production" -p "$port" memory
psql -h "$work/production" -p "$port" -d memory -Xq -v ON_ERROR_STOP=1 -f "$schema" > /dev/null
export PGHOST=$work/production PGPORT=$port

write first 100
"$here/backup/base-backup.sh" "$work/backups" > /dev/null
sleep 1
"$here/backup/base-backup.sh" "$work/backups" 2 "$work/archive" > /dev/null
say 'base backups on following nights' "$(ls -d "$work"/backups/base-* | wc -l)"
write second 50; archived
before=$(ls "$work/archive" | sort | md5sum)

restore practice $((port + 1))
[ "$(rows "$work/practice" $((port + 1)))" = 150 ] || fail 'the practised restore lacks rows'
[ "$(sql "$work/practice" $((port + 1)) "select name from pauses")" = sending ] || fail 'the copy would send'
sql "$work/practice" $((port + 1)) 'create table scribble (n int); select pg_switch_wal()' > /dev/null
[ "$(ls "$work/archive" | sort | md5sum)" = "$before" ] || fail 'the copy wrote into the archive of production'
say 'practised restore' '150 of 150 rows; sending paused; archive untouched'

write third 75; archived
moment=$(sql "$work/production" "$port" 'select clock_timestamp()')
sleep 1
write fourth 75; archived
restore again $((port + 2))
[ "$(rows "$work/again" $((port + 2)))" = 300 ] || fail "the second restore has $(rows "$work/again" $((port + 2))) of 300 rows"
say 'restore after the practice' '300 of 300 rows'

restore moment $((port + 3)) "$moment"
[ "$(rows "$work/moment" $((port + 3)))" = 225 ] || fail 'the restore to a point in time has other rows'
sql "$work/moment" $((port + 3)) "insert into developers (id, email, password_hash, plan, created_at) values ('dev_new', 'new@example.com', '', 'sandbox', now())"
say 'restore to a point in time' '225 of 225 rows; accepts writes'

if restore early $((port + 4)) '2026-01-01 00:00:00+00' 2> "$work/early.out"; then fail 'restored to a time before the backup'; fi
grep -q 'choose an older backup' "$work/early.out" || fail "$(cat "$work/early.out")"
say 'restore to a time before the backup' 'refused'

[ "$(sql "$work/production" "$port" 'show wal_log_hints')" = on ] || fail 'pg_rewind would refuse: wal_log_hints is off'
say 'pg_rewind' 'possible (wal_log_hints = on)'

pg_dump -h "$work/production" -p "$port" -d memory -Fc -f "$work/dump"
createdb -h "$work/production" -p "$port" copy
copy="host=$work/production port=$port dbname=copy"
psql -d "$copy" -Xq -c 'create extension if not exists pg_stat_statements' 2> /dev/null || true
"$here/backup/restore-dump.sh" "$work/dump" "$copy" > /dev/null
if "$here/backup/restore-dump.sh" "$work/dump" "$copy" 2> /dev/null; then fail 'restored over other data'; fi
[ "$(psql -h "$work/production" -p "$port" -d copy -XqtA -c "select count(*), (select name from pauses) from developers")" = '300|sending' ] || fail 'the dump lacks rows'
say 'dump and restore' '300 of 300 rows; sending paused'
first=$(ls "$work/archive" | head -n 1)
archived
"$here/backup/base-backup.sh" "$work/backups" 1 "$work/archive" > /dev/null
[ "$(ls "$work/archive" | head -n 1)" '>' "$first" ] || fail 'the archive keeps what no backup needs'
restore last $((port + 5))
[ "$(rows "$work/last" $((port + 5)))" = 300 ] || fail 'the restore from the cleaned archive lacks rows'
say 'restore without old WAL segments' '300 of 300 rows'
echo passed
