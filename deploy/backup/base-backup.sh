#!/bin/sh
# Makes a base backup in a new folder and deletes the oldest ones: base-backup.sh <backups> [how many to keep, 7] [<archive>]
# Connects as the PG* variables say (PGHOST, PGPORT, PGUSER, PGPASSWORD), with the replication privilege, to the server itself
# rather than a pooler. Run it nightly (deploy/systemd/memory-service-backup.timer). The folder appears under its name only when
# it is complete. With the folder of the WAL archive, segments that no backup needs any more are deleted from it.
set -eu
. "$(dirname "$0")/programs.sh"
backups=$1 keep=${2:-7} archive=${3:-}
name=base-$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$backups"
umask 077
# Left by a run that was killed.
rm -rf "$backups"/.part-*
trap 'rm -rf "$backups/.part-$name"' EXIT
trap 'exit 1' HUP INT TERM
pg_basebackup --pgdata="$backups/.part-$name" --checkpoint=fast --wal-method=stream
use_programs_for "$backups/.part-$name"
pg_verifybackup --quiet "$backups/.part-$name"
mv "$backups/.part-$name" "$backups/$name"
ls -1d "$backups"/base-* | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -rf "$old"; done
oldest=$(ls -1d "$backups"/base-* | sort | head -n 1)
if [ -n "$archive" ]; then
  start=$(sed -n 's/^START WAL LOCATION.*(file \([0-9A-F]*\))$/\1/p' "$oldest/backup_label")
  pg_archivecleanup "$archive" "$start"
  # It leaves the files that name backups, and those of an archive command that was interrupted.
  ls -A "$archive" | sed -n -e '/^[0-9A-F]\{24\}\.[0-9A-F]\{8\}\.backup$/p' -e '/^\.[0-9A-F]\{24\}.*\.part$/p' | while read -r file; do
    # Without the timeline, as pg_archivecleanup compares.
    segment=$(echo "$file" | sed 's/^\.\{0,1\}[0-9A-F]\{8\}\([0-9A-F]\{16\}\).*/\1/')
    if expr "x$segment" '<' "x${start#????????}" > /dev/null; then rm -f "$archive/$file"; fi
  done
fi
# For the node exporter's textfile collector, which is another user: alert on time() - memory_service_backup_timestamp_seconds.
printf 'memory_service_backup_timestamp_seconds %s\n' "$(date +%s)" > "$backups/.backup.prom.part"
chmod 644 "$backups/.backup.prom.part"
mv "$backups/.backup.prom.part" "$backups/backup.prom"
echo "$backups/$name"
