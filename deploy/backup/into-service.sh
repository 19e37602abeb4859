#!/bin/sh
# Makes a copy that restore.sh made ready to replace the original: into-service.sh <data directory of the copy> <new archive>
#
# Run as the user who owns it. It stops the copy, undoes the settings that restore.sh made, such as the port and the folder of the
# socket, and lets it archive into a folder of its own, since its log is another one than that of the original. Then start it with
# the settings of the original, which must not run any more. Sending stays paused until `admin resume sending`.
set -eu
. "$(dirname "$0")/programs.sh"
data=$1 archive=$2
if [ ! -e "$data/before-restore.conf" ]; then echo "into-service: $data is not a copy that restore.sh made" >&2; exit 2; fi
if [ ! -w "$archive" ] || [ -n "$(ls -A "$archive")" ]; then
  echo "into-service: $archive must be an empty folder that $(id -un) can write to" >&2
  exit 2
fi
use_programs_for "$data"
if pg_ctl --pgdata="$data" status > /dev/null; then pg_ctl --pgdata="$data" --silent --mode=fast stop; fi
mv "$data/before-restore.conf" "$data/postgresql.auto.conf"
rm -f "$data/restore.log"
# Here they take precedence over those of the original in postgresql.conf, which name its archive.
cat >> "$data/postgresql.auto.conf" <<CONF
archive_mode = 'on'
archive_command = '"$(cd "$(dirname "$0")" && pwd)/archive.sh" "%p" "%f" "$archive"'
archive_timeout = '60'
CONF
echo "stopped; start $data with the settings of the original, and make a base backup"
