import * as z from 'zod'

import { defineJob } from '#context.ts'
import { retryForMinutes } from '#platform/retry-schedule.ts'

/** Checks the ledger, and minutes against payments. */
export const audit = defineJob({
  name: 'billing.audit',
  role: 'billing',
  payload: z.object({}),
  ...retryForMinutes,
  timeoutSeconds: 1800,
  concurrency: 1,
  cron: '31 3 * * *',
  run: async (ctx) => {
    const findings = await (await import('./audit.ts')).auditLedger(ctx)
    ctx.log.info({ findings: findings.length }, 'audited the ledger')
  },
  giveUp: async ({ log }) => log.error('the ledger was not audited; the next run tries again'),
})
