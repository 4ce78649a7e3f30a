#!/bin/sh
# `backup.sh full|diff|incr`, as the user postgres: backs up, checks that WAL arrives, reports the time of success.
set -eu
. "$(dirname "$0")/metric.sh"
case ${1-} in full | diff | incr) ;; *) echo 'backup.sh full|diff|incr' >&2; exit 2 ;; esac
export PGBACKREST_STANZA="${PGBACKREST_STANZA:-main}"

pgbackrest --type="$1" backup
pgbackrest check
report backup_last_success_timestamp_seconds "$(date +%s)" 'When the last backup of the database succeeded'
