# Sourced: `report NAME VALUE HELP` leaves a gauge for the textfile collector of node_exporter.

# A subshell: its variables are not those of the caller.
report() (
  file=${TEXTFILE_DIR:-/var/lib/prometheus/node-exporter}/$1.prom
  printf '# HELP %s %s\n# TYPE %s gauge\n%s %s\n' "$1" "$3" "$1" "$1" "$2" >"$file.$$"
  chmod 644 "$file.$$"
  # Renamed at the end: the collector never reads half a file.
  mv "$file.$$" "$file"
)
