import type { Board } from './board.ts'

const DISKS = 'fstype!~"tmpfs|overlay|squashfs|ramfs"'

/** Processes, PostgreSQL, disks and backups. */
export const machines: Board = {
  uid: 'doslovno-machines',
  title: 'machines',
  rows: [
    {
      title: 'Processes',
      panels: [
        { title: 'CPU', unit: 'none', queries: [['rate(process_cpu_seconds_total[5m])', '{{job}} {{instance}}']] },
        { title: 'Memory', unit: 'bytes', queries: [['process_resident_memory_bytes', '{{job}} {{instance}}']] },
        {
          title: 'Event loop lag, p99',
          unit: 's',
          queries: [['nodejs_eventloop_lag_p99_seconds', '{{job}} {{instance}}']],
        },
        {
          title: 'Connections to the database',
          unit: 'short',
          queries: [['sum by (job, instance, state) (db_pool_connections)', '{{job}} {{instance}} {{state}}']],
        },
        {
          title: 'Queries that wait for a connection',
          unit: 'short',
          queries: [['db_pool_waiting', '{{job}} {{instance}}']],
        },
        { title: 'Open streams of changes', unit: 'short', queries: [['event_streams_open', '{{instance}}']] },
        {
          title: 'Starts in an hour',
          unit: 'short',
          queries: [['changes(process_start_time_seconds[1h])', '{{job}} {{instance}}']],
        },
      ],
    },
    {
      title: 'PostgreSQL',
      panels: [
        {
          title: 'Connections',
          unit: 'short',
          queries: [
            ['sum by (instance, state) (pg_stat_activity_count)', '{{instance}} {{state}}'],
            ['pg_settings_max_connections', '{{instance}} limit'],
          ],
        },
        {
          title: 'Synchronous standbys',
          unit: 'short',
          queries: [['sum by (scope) (patroni_sync_standby)', '{{scope}}']],
        },
        {
          title: 'Backups',
          unit: 's',
          queries: [
            ['time() - max(backup_last_success_timestamp_seconds)', 'since the last good backup'],
            ['time() - max(backup_last_verified_timestamp_seconds)', 'since the last tried restore'],
            ['max(pg_stat_archiver_last_archive_age)', 'since the last WAL file'],
          ],
        },
      ],
    },
    {
      title: 'Machines',
      panels: [
        {
          title: 'CPU in use',
          unit: 'percentunit',
          queries: [['1 - avg by (instance) (rate(node_cpu_seconds_total{mode="idle"}[5m]))', '{{instance}}']],
        },
        {
          title: 'Memory in use',
          unit: 'percentunit',
          queries: [['1 - node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes', '{{instance}}']],
        },
        {
          title: 'Disk free',
          unit: 'percentunit',
          queries: [
            [`node_filesystem_avail_bytes{${DISKS}} / node_filesystem_size_bytes`, '{{instance}} {{mountpoint}}'],
          ],
        },
        { title: 'Servers behind HAProxy', unit: 'short', queries: [['haproxy_backend_active_servers', '{{proxy}}']] },
      ],
    },
  ],
}
