/** Metrics of others that rules and dashboards use, as their exporters name them. */
export const exporterMetrics: readonly string[] = [
  // Prometheus itself.
  'up',
  'ALERTS',
  // prometheus-node-exporter.
  'node_cpu_seconds_total',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'node_memory_MemAvailable_bytes',
  'node_memory_MemTotal_bytes',
  // prometheus-postgres-exporter.
  'pg_up',
  'pg_settings_max_connections',
  'pg_stat_activity_count',
  'pg_stat_archiver_last_archive_age',
  // Patroni's own /metrics.
  'patroni_sync_standby',
  // HAProxy's own exporter.
  'haproxy_backend_active_servers',
  // The backup job, by the text files of the node exporter.
  'backup_last_success_timestamp_seconds',
  'backup_last_verified_timestamp_seconds',
]
