#!/bin/sh
# As the user postgres: restores the newest backup and all WAL since into a temporary folder, starts it without network,
# reads every row, reports the time of success and the seconds until the copy could be written to.
set -eu
. "$(dirname "$0")/metric.sh"
export PGBACKREST_STANZA="${PGBACKREST_STANZA:-main}"
bin=${PG_BIN:-$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)}
folder=$(mktemp -d "${VERIFY_DIR:-/var/tmp}/verify.XXXXXX")
finish() {
  "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

began=$(date +%s)
mkdir -m 700 "$folder/data"
pgbackrest --pg1-path="$folder/data" --type=default restore

# The copy archives nothing and is reached by its socket only, which lies in a folder of its own.
echo 'local all all trust' >"$folder/pg_hba.conf"
cat >"$folder/postgresql.conf" <<CONF
data_directory = '$folder/data'
hba_file = '$folder/pg_hba.conf'
listen_addresses = ''
unix_socket_directories = '$folder'
archive_mode = off
hot_standby = off
CONF
"$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -o "-c config_file=$folder/postgresql.conf" -w -t 86400 start >/dev/null ||
  { tail -20 "$folder/log" >&2; exit 1; }
took=$(($(date +%s) - began))

for database in $(psql -qAtX -h "$folder" -d postgres -c 'select datname from pg_database where datallowconn'); do
  "$bin/pg_dump" -h "$folder" --format=custom --compress=0 --file=/dev/null "$database"
done
report backup_restore_seconds "$took" 'Seconds until the last verified backup could be written to'
report backup_last_verified_timestamp_seconds "$(date +%s)" 'When a backup was last restored and read'
echo "restored in $took s, every row was read"
