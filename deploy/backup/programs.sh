#!/bin/sh
# Sourced by the other scripts: . programs.sh; use_programs_for <data directory>
# Puts PostgreSQL's programs of the version of a data directory into PATH. Debian and Red Hat install them outside it.
use_programs_for() {
  version=$(cat "$1/PG_VERSION")
  for folder in "/usr/lib/postgresql/$version/bin" "/usr/pgsql-$version/bin"; do
    if [ -d "$folder" ]; then PATH=$folder:$PATH; fi
  done
}
