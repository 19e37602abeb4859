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
archived() { sql "$work/production" "$port" 'select pg_switch_wal()' > /dev/null; for _ in $(seq 100); do [ -z "$(ls "${1:-$work/production}/pg_wal/archive_status" | grep ready || true)" ] && return; sleep 0.1; done; fail 'the archive does not catch up'; }
rows() { sql "$1" "$2" 'select count(*) from developers'; }
# restore <folder> <port> [<time> [<archive> [<backups>]]]: the oldest backup.
restore() { servers+=("$work/$1"); "$here/backup/restore.sh" "$(ls -1d "${5:-$work/backups}"/base-* | head -n 1)" "${4:-$work/archive}" "$work/$1" "$2" memory "${3:-}" > "$work/$1.out"; }

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
PGHOST=$work/practice PGPORT=$((port + 1)) "$here/backup/base-backup.sh" "$work/backups-of-copy" > /dev/null
say 'practised restore' '150 of 150 rows; sending paused; archive untouched; can be backed up'

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

# The segment with the third rows: damaged, then missing.
damaged=$(ls "$work/archive" | grep -x '[0-9A-F]\{24\}' | sort | tail -n 2 | head -n 1)
cp -r "$work/archive" "$work/archive-damaged"
dd if=/dev/urandom of="$work/archive-damaged/$damaged" bs=8192 count=2047 seek=1 conv=notrunc status=none
cp -r "$work/archive" "$work/archive-gap"
rm "$work/archive-gap/$damaged"
for lacking in damaged gap; do
  rm -rf "$work/lacking"
  code=0
  restore lacking $((port + 6)) '' "$work/archive-$lacking" 2> "$work/lacking.err" || code=$?
  [ "$code" = 3 ] || fail "an archive with a lacking segment ($lacking): exit status $code"
  grep -q "lacks all changes after .* $work/archive-$lacking/[0-9A-F]* is damaged, or the segment after it is missing" "$work/lacking.err" || fail "$(cat "$work/lacking.err")"
  [ "$(rows "$work/lacking" $((port + 6)))" = 150 ] || fail "the restore from an archive with a lacking segment ($lacking) has other rows"
  pg_ctl -D "$work/lacking" -m immediate -s stop
done
say 'damaged or missing WAL segment' 'named'
cp -r "$(ls -1d "$work"/backups/base-* | head -n 1)" "$work/base-damaged"
echo damage >> "$work/base-damaged/global/pg_filenode.map"
if "$here/backup/restore.sh" "$work/base-damaged" "$work/archive" "$work/never" $((port + 6)) 2> "$work/never.err"; then fail 'restored a damaged base backup'; fi
grep -q 'pg_filenode.map' "$work/never.err" || fail "$(cat "$work/never.err")"
say 'damaged base backup' 'refused, with the file'

[ "$(sql "$work/production" "$port" 'show wal_log_hints')" = on ] || fail 'pg_rewind would refuse: wal_log_hints is off'
say 'pg_rewind' 'possible (wal_log_hints = on)'

pg_dump -h "$work/production" -p "$port" -d memory -Fc -f "$work/dump"
createdb -h "$work/production" -p "$port" copy
copy="host=$work/production port=$port dbname=copy"
psql -d "$copy" -Xq -c 'create extension if not exists pg_stat_statements' 2> /dev/null || true
"$here/backup/restore-dump.sh" "$work/dump" "$copy" > /dev/null
if "$here/backup/restore-dump.sh" "$work/dump" "$copy" 2> /dev/null; then fail 'restored over other data'; fi
[ "$(psql -h "$work/production" -p "$port" -d copy -XqtA -c "select count(*), (select name from pauses) from developers")" = '300|sending' ] || fail 'the dump lacks rows'
createdb -h "$work/production" -p "$port" part
size=$(wc -c < "$work/dump")
head -c $((size / 2)) "$work/dump" > "$work/half.dump"
head -c $((size - 100)) "$work/dump" > "$work/incomplete.dump"
for other in "$work/none" "$schema" "$work/half.dump" "$work/incomplete.dump"; do
  if "$here/backup/restore-dump.sh" "$other" "host=$work/production port=$port dbname=part" 2> "$work/other.err"; then fail "restored $other"; fi
  grep -q "cannot read $other as a whole; nothing is restored" "$work/other.err" || fail "$(cat "$work/other.err")"
done
[ "$(psql -h "$work/production" -p "$port" -d part -XqtA -c "select count(*) from pg_class where relnamespace = 'public'::regnamespace")" = 0 ] || fail 'an incomplete dump left something'
say 'dump and restore' '300 of 300 rows; sending paused; an incomplete one refused'
first=$(ls "$work/archive" | head -n 1)
archived
: > "$work/archive/.$damaged.part"
mkdir "$work/backups/.part-base-20260101T000000Z"
"$here/backup/base-backup.sh" "$work/backups" 1 "$work/archive" > /dev/null
[ "$(ls "$work/archive" | head -n 1)" '>' "$first" ] || fail 'the archive keeps what no backup needs'
restore last $((port + 5))
[ "$(rows "$work/last" $((port + 5)))" = 300 ] || fail 'the restore from the cleaned archive lacks rows'
[ "$(ls "$work"/archive/*.backup | wc -l)" = 1 ] || fail 'the archive keeps the names of deleted backups'
[ -z "$(find "$work/archive" "$work/backups" -name '.*.part' -o -name '.part-*')" ] || fail 'what an interrupted run left is kept'
say 'restore without old WAL segments' '300 of 300 rows; nothing left of interrupted runs'

# The copy replaces the server, with its settings and port.
pg_ctl -D "$work/production" -m fast -s stop
before=$(ls "$work/archive" | md5sum)
mkdir "$work/new-archive"
if "$here/backup/into-service.sh" "$work/last" "$work/archive" 2> /dev/null; then fail 'took the archive of the original'; fi
"$here/backup/into-service.sh" "$work/last" "$work/new-archive" > /dev/null
pg_ctl -D "$work/last" -s -w -l "$work/last.log" -o "-c config_file=$work/etc/postgresql.conf" start
[ "$(sql "$work/production" "$port" 'show archive_mode')" = on ] || fail 'the copy in service does not archive'
write fifth 25; archived "$work/last"
"$here/backup/base-backup.sh" "$work/new-backups" 2 "$work/new-archive" > /dev/null
write sixth 25; archived "$work/last"
[ "$(ls "$work/archive" | md5sum)" = "$before" ] || fail 'the copy in service wrote into the archive of the original'
restore after $((port + 7)) '' "$work/new-archive" "$work/new-backups"
[ "$(rows "$work/after" $((port + 7)))" = 350 ] || fail "the restore of the copy in service has $(rows "$work/after" $((port + 7))) of 350 rows"
say 'copy put into service' 'archives; 350 of 350 rows after the next restore'
echo passed
