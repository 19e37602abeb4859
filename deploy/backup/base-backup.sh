#!/bin/sh
# Makes a base backup in a new folder and deletes the oldest ones: base-backup.sh <backups> [how many to keep, 7]
# Connects as the PG* variables say (PGHOST, PGPORT, PGUSER, PGPASSWORD), with the replication privilege, to the server itself
# rather than a pooler. Run it nightly (deploy/systemd/memory-service-backup.timer). The folder appears under its name only when
# it is complete. WAL segments older than the oldest backup left can be deleted: pg_archivecleanup <archive> <segment>.
set -eu
backups=$1 keep=${2:-7}
name=base-$(date -u +%Y%m%dT%H%M%SZ)
umask 077
mkdir -p "$backups"
# Left by a run that was interrupted.
rm -rf "$backups"/.part-*
pg_basebackup --pgdata="$backups/.part-$name" --checkpoint=fast --wal-method=stream
pg_verifybackup --quiet "$backups/.part-$name"
mv "$backups/.part-$name" "$backups/$name"
ls -1d "$backups"/base-* | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -rf "$old"; done
# For the node exporter's textfile collector: alert on time() - memory_service_backup_timestamp_seconds.
printf 'memory_service_backup_timestamp_seconds %s\n' "$(date +%s)" > "$backups/.backup.prom.part"
mv "$backups/.backup.prom.part" "$backups/backup.prom"
echo "$backups/$name"
