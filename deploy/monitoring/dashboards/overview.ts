import type { Board } from './board.ts'

/** Traffic, errors, latency, and whether recognition keeps up: enough to see that people are served. */
export const overview: Board = {
  uid: 'doslovno-overview',
  title: 'overview',
  rows: [
    {
      title: 'People',
      panels: [
        {
          title: 'Calls by status',
          unit: 'reqps',
          queries: [['sum by (status) (rate(http_server_request_duration_seconds_count[5m]))', '{{status}}']],
        },
        {
          title: 'Calls that failed by our fault',
          unit: 'percentunit',
          about: 'The budget is 0.1 % in 30 days.',
          queries: [
            ['api:errors:ratio_rate5m', 'of 5 minutes'],
            ['api:errors:ratio_rate6h', 'of 6 hours'],
          ],
        },
        {
          title: 'Time to answer',
          unit: 's',
          queries: [
            ['histogram_quantile(0.5, sum by (le) (rate(http_server_request_duration_seconds_bucket[5m])))', 'p50'],
            ['histogram_quantile(0.95, sum by (le) (rate(http_server_request_duration_seconds_bucket[5m])))', 'p95'],
            ['histogram_quantile(0.99, sum by (le) (rate(http_server_request_duration_seconds_bucket[5m])))', 'p99'],
          ],
        },
      ],
    },
    {
      title: 'Recordings',
      panels: [
        {
          title: 'Seconds of sound a second',
          unit: 'none',
          about: 'Demand is what is recognised and what the backlog grows by.',
          queries: [
            ['sum(rate(audio_seconds_total[10m]))', 'recognised'],
            ['sum(rate(audio_seconds_total[10m])) + sum(deriv(queue_audio_seconds[10m]))', 'demand'],
          ],
        },
        {
          title: 'Time to recognise what waits',
          unit: 's',
          queries: [['sum(max by (class) (queue_audio_seconds)) / sum(rate(audio_seconds_total[30m]))', 'backlog']],
        },
        {
          title: 'Longest wait of a user',
          unit: 's',
          queries: [['max(queue_oldest_seconds{job="transcription.task"})', 'first task']],
        },
      ],
    },
    {
      title: 'Health',
      panels: [
        { title: 'Ready processes', unit: 'short', queries: [['sum by (job) (service_ready)', '{{job}}']] },
        {
          title: 'Releases',
          unit: 'short',
          queries: [['count by (version, commit) (build_info)', '{{version}} {{commit}}']],
        },
        {
          title: 'Alerts that fire',
          unit: 'short',
          queries: [['count by (alertname, severity) (ALERTS{alertstate="firing"})', '{{alertname}} {{severity}}']],
        },
      ],
    },
  ],
}
