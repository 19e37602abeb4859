#!/bin/sh
# Stores one WAL segment in the archive. In postgresql.conf of the production server only:
#
#   archive_mode = on
#   archive_command = '/opt/memory-service/deploy/backup/archive.sh %p %f /archive'
#   archive_timeout = 60
#
# A segment that is archived already with the same content is fine (PostgreSQL may ask again after a crash); one with other
# content means that two servers archive into the same folder, which is refused.
set -eu
path=$1 name=$2 archive=$3
if [ -e "$archive/$name" ]; then
  cmp -s "$path" "$archive/$name" && exit 0
  echo "archive: $archive/$name exists with other content; does another server archive into $archive?" >&2
  exit 1
fi
cp "$path" "$archive/.$name.part"
sync "$archive/.$name.part"
mv "$archive/.$name.part" "$archive/$name"
sync "$archive"
