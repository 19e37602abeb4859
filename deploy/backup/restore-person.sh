#!/bin/sh
# Brings back what one person lost, from a copy that restore.sh, restore-dump.sh or `memory-service restore` made:
#
#   restore-person.sh <database URL or data directory of the copy> <email or id> [<email or id in the service>]
#
# The environment has the settings of the service itself (DATABASE_URL or DATA_DIR, SECRET_KEY). COPY_SECRET_KEY is the key of
# the time of the backup, if it was another one; the service then needs it as SECRET_KEY_PREVIOUS. MEMORY_SERVICE is the command
# to run, by default memory-service. Memories with their earlier states and chats come back; what is still there stays as it
# is. The copy is upgraded to this version. Nothing is shown: the data goes through a file encrypted with the secret key.
set -eu
copy=$1 person=$2 into=${3:-$2}
service=${MEMORY_SERVICE:-memory-service}
umask 077
# With the embedded database, the running service reads the file: TMPDIR must be a folder that it sees.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
on_copy() {
  case $copy in
    postgres://* | postgresql://*) env DATABASE_URL="$copy" ${COPY_SECRET_KEY:+SECRET_KEY="$COPY_SECRET_KEY"} $service "$@" ;;
    *) env -u DATABASE_URL DATA_DIR="$copy" ${COPY_SECRET_KEY:+SECRET_KEY="$COPY_SECRET_KEY"} $service "$@" ;;
  esac
}
case $copy in postgres*://*) on_copy migrate ;; esac
on_copy admin people export "$person" "$folder/person"
$service admin people import "$into" "$folder/person"
