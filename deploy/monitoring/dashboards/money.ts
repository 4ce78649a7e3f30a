import type { Board } from './board.ts'

/** Payments, the ledger, and attempts to get in. */
export const money: Board = {
  uid: 'doslovno-money',
  title: 'money and sign-in',
  rows: [
    {
      title: 'Payments',
      panels: [
        {
          title: 'Payments',
          unit: 'short',
          queries: [['sum by (kind, outcome) (increase(payments_total[1h]))', '{{kind}} {{outcome}}']],
        },
        {
          title: 'Refunds',
          unit: 'short',
          queries: [['sum by (outcome) (increase(refunds_total[1d]))', '{{outcome}}']],
        },
        {
          title: 'Trouble with the provider',
          unit: 'short',
          queries: [
            ['sum(increase(payments_unknown_total[1h]))', 'no definite answer'],
            ['sum by (kind) (increase(payment_mismatches_total[1h]))', 'contradicts: {{kind}}'],
            ['sum(increase(payment_notifications_refused_total[1h]))', 'notifications refused'],
            ['sum(increase(receipts_failed_total[1d]))', 'receipts failed, a day'],
          ],
        },
      ],
    },
    {
      title: 'Minutes',
      panels: [
        {
          title: 'Findings of the audit',
          unit: 'short',
          queries: [['max by (check) (ledger_mismatches)', '{{check}}']],
        },
        { title: 'Stale holds', unit: 'short', queries: [['sum(increase(holds_stale_total[1d]))', 'a day']] },
        {
          title: 'Since the last audit',
          unit: 's',
          queries: [['time() - max(job_last_success_timestamp_seconds{job="billing.audit"})', 'audit']],
        },
      ],
    },
    {
      title: 'Sign-in',
      panels: [
        { title: 'Sign-ins', unit: 'ops', queries: [['sum by (outcome) (rate(login_total[5m]))', '{{outcome}}']] },
        {
          title: 'Calls over a limit',
          unit: 'ops',
          queries: [['sum by (rule) (rate(rate_limited_total[5m]))', '{{rule}}']],
        },
        {
          title: 'Sessions ended by a reused token',
          unit: 'short',
          queries: [['sum(increase(refresh_reuse_total[1h]))', 'an hour']],
        },
      ],
    },
  ],
}
