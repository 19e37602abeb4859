#!/bin/sh
# Brings back what one person lost, from a copy that restore.sh, restore-dump.sh or `memory-service restore` made:
#
#   restore-person.sh <database URL or data directory of the copy> <email or id> [<email or id in the service>]
#
# The environment has the settings of the service itself (DATABASE_URL or DATA_DIR, SECRET_KEY). COPY_SECRET_KEY is the key of
# the time of the backup, if it was another one; with the embedded database, the running service then needs it as
# SECRET_KEY_PREVIOUS. MEMORY_SERVICE is the command to run, by default memory-service, or the built checkout that this script is in. Memories with their earlier states and chats
# come back; what is still there stays as it is. The copy is upgraded to this version. Nothing is shown: the data goes through a
# file encrypted with the secret key.
set -eu
copy=$1 person=$2 into=${3:-$2}
program=$(dirname "$0")/../../server/dist/command.js
service() {
  if [ -n "${MEMORY_SERVICE:-}" ]; then $MEMORY_SERVICE "$@"
  elif command -v memory-service > /dev/null; then memory-service "$@"
  elif [ -e "$program" ]; then node "$program" "$@"
  else
    echo 'restore-person: no memory-service in PATH; install it, or build the checkout: npm ci && npm run build' >&2
    return 2
  fi
}
umask 077
# With the embedded database, the running service reads the file: TMPDIR must be a folder that it sees.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
on_copy() (
  case $copy in
    postgres://* | postgresql://*) export DATABASE_URL="$copy" ;;
    *) unset DATABASE_URL; export DATA_DIR="$copy" ;;
  esac
  [ -z "${COPY_SECRET_KEY:-}" ] || export SECRET_KEY="$COPY_SECRET_KEY"
  service "$@"
)
case $copy in postgres*://*) on_copy migrate ;; esac
on_copy admin people export "$person" "$folder/person"
# The file is sealed with the key of the copy.
if [ -n "${COPY_SECRET_KEY:-}" ] && [ -n "${SECRET_KEY:-}" ]; then
  export SECRET_KEY_PREVIOUS="${SECRET_KEY_PREVIOUS:-$COPY_SECRET_KEY}"
fi
service admin people import "$into" "$folder/person"
