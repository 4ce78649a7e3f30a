import * as z from 'zod'

import { defineJob } from '#context.ts'
import { retryForMinutes } from '#platform/retry-schedule.ts'

/** Carries out what time has made due: warnings, charges of saved cards, ends. */
export const renew = defineJob({
  name: 'billing.renew',
  role: 'billing',
  payload: z.object({}),
  ...retryForMinutes,
  attempts: 1,
  timeoutSeconds: 900,
  concurrency: 1,
  cron: '* * * * *',
  run: async (ctx, _payload, signal) => (await import('./renew.ts')).renewSubscriptions(ctx, signal),
  giveUp: async ({ log }) => log.error('some subscriptions were not advanced; the next run tries again'),
})
