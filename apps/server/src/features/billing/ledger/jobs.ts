import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
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
})
