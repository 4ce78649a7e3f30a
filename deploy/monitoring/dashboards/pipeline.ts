import type { Board } from './board.ts'

/** Uploads, jobs, recognition, summaries, mails and webhooks. */
export const pipeline: Board = {
  uid: 'doslovno-pipeline',
  title: 'pipeline',
  rows: [
    {
      title: 'Waiting',
      panels: [
        { title: 'Jobs that wait', unit: 'short', queries: [['max by (job) (queue_depth) > 0', '{{job}}']] },
        { title: 'Age of the oldest', unit: 's', queries: [['max by (job) (queue_oldest_seconds) > 0', '{{job}}']] },
        { title: 'Sound to recognise', unit: 's', queries: [['max by (class) (queue_audio_seconds)', '{{class}}']] },
      ],
    },
    {
      title: 'Work',
      panels: [
        { title: 'Attempts', unit: 'ops', queries: [['sum by (job) (rate(jobs_total[5m])) > 0', '{{job}}']] },
        {
          title: 'Attempts that failed',
          unit: 'ops',
          queries: [['sum by (job, outcome) (rate(jobs_total{outcome!="done"}[5m])) > 0', '{{job}} {{outcome}}']],
        },
        {
          title: 'Duration of an attempt, p95',
          unit: 's',
          queries: [['histogram_quantile(0.95, sum by (le, job) (rate(job_duration_seconds_bucket[15m])))', '{{job}}']],
        },
        {
          title: 'Sound recognised',
          unit: 'none',
          queries: [['sum by (model) (rate(audio_seconds_total[5m]))', '{{model}}']],
        },
        {
          title: 'Dead letters',
          unit: 'short',
          queries: [['sum by (job) (increase(dead_letters_total[1h])) > 0', '{{job}}']],
        },
        {
          title: 'Mails lost',
          unit: 'short',
          queries: [['sum by (job, reason) (increase(mails_lost_total[1h])) > 0', '{{job}} {{reason}}']],
        },
      ],
    },
    {
      title: 'Uploads and the store',
      panels: [
        { title: 'Uploaded', unit: 'Bps', queries: [['sum(rate(upload_bytes_total[5m]))', 'bytes']] },
        {
          title: 'Uploads that did not finish, links refused',
          unit: 'short',
          queries: [
            ['sum(increase(upload_aborted_total[1h]))', 'uploads'],
            ['sum by (reason) (increase(link_fetch_blocked_total[1h]))', 'link: {{reason}}'],
          ],
        },
        {
          title: 'The store',
          unit: 'short',
          queries: [
            ['max(storage_down)', 'down'],
            ['sum by (kind) (increase(storage_mismatches_total[1d]))', 'found: {{kind}}'],
            ['sum by (kind) (increase(storage_repairs_total[1d]))', 'repaired: {{kind}}'],
            ['max(storage_missing_objects)', 'missing'],
          ],
        },
      ],
    },
    {
      title: 'The language model and webhooks',
      panels: [
        {
          title: 'Calls of the model',
          unit: 'ops',
          queries: [
            ['sum by (purpose, outcome) (rate(llm_calls_total[5m]))', '{{purpose}} {{outcome}}'],
            ['max(llm_paused)', 'paused'],
          ],
        },
        {
          title: 'Duration of a call, p95',
          unit: 's',
          queries: [
            [
              'histogram_quantile(0.95, sum by (le, purpose) (rate(llm_call_duration_seconds_bucket[15m])))',
              '{{purpose}}',
            ],
          ],
        },
        {
          title: 'Tokens',
          unit: 'ops',
          queries: [['sum by (purpose, direction) (rate(llm_tokens_total[5m]))', '{{purpose}} {{direction}}']],
        },
        {
          title: 'Statements by verdict',
          unit: 'ops',
          queries: [['sum by (verdict) (rate(summary_statements_total[15m]))', '{{verdict}}']],
        },
        {
          title: 'Webhooks',
          unit: 'ops',
          queries: [['sum by (outcome) (rate(webhook_attempts_total[15m]))', '{{outcome}}']],
        },
        {
          title: 'Webhooks switched off',
          unit: 'short',
          queries: [['sum by (reason) (increase(webhooks_switched_off_total[1d]))', '{{reason}}']],
        },
      ],
    },
  ],
}
