import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForDays, retryForHours, retryForMinutes } from '#platform/retry-schedule.ts'

const ofPayment = z.object({ paymentId: z.uuid() })

/** Charges a saved card. An unknown outcome is followed up by `billing.poll`, not by retries. */
export const charge = defineJob({
  name: 'billing.charge',
  role: 'billing',
  payload: ofPayment,
  ...retryForMinutes,
  timeoutSeconds: 120,
  concurrency: 4,
})

/** Asks the provider about a payment: ours by `paymentId`, or the one that a notification named. */
export const check = defineJob({
  name: 'billing.check',
  role: 'billing',
  payload: z.union([ofPayment, z.object({ providerId: z.string() })]),
  ...retryForHours,
  timeoutSeconds: 120,
  concurrency: 4,
})

/** Enqueues checks of undecided payments that are due, for notifications that were lost. */
export const poll = defineJob({
  name: 'billing.poll',
  role: 'billing',
  payload: z.object({}),
  ...retryForMinutes,
  attempts: 1,
  timeoutSeconds: 60,
  concurrency: 1,
  cron: '* * * * *',
})

/** Sends money back. */
export const refund = defineJob({
  name: 'billing.refund',
  role: 'billing',
  payload: z.object({ refundId: z.uuid() }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
})
