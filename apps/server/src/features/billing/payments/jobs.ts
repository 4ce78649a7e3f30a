import * as z from 'zod'

import { defineJob } from '#context.ts'
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
  run: async (ctx, { paymentId }) => (await import('./until-polled.ts')).chargeOnce(ctx, paymentId),
  giveUp: async ({ log }, { paymentId }, { code }) =>
    log.error({ paymentId, code }, 'a card was not charged; the next poll tries again'),
})

/** Asks the provider about a payment: ours by `paymentId`, or the one that a notification named. */
export const check = defineJob({
  name: 'billing.check',
  role: 'billing',
  payload: z.union([ofPayment, z.object({ providerId: z.string() })]),
  ...retryForHours,
  timeoutSeconds: 120,
  concurrency: 4,
  run: async (ctx, payload) => (await import('./until-polled.ts')).checkOnce(ctx, payload),
  giveUp: async ({ log }, payload, { code }) =>
    log.error({ ...payload, code }, 'a payment was not checked; the next poll tries again'),
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
  run: async (ctx) => (await import('./poll.ts')).pollPayments(ctx),
  giveUp: async ({ log }) => log.error('payments were not polled; the next run does'),
})

/** Sends money back. */
export const refund = defineJob({
  name: 'billing.refund',
  role: 'billing',
  payload: z.object({ refundId: z.uuid() }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
  run: async (ctx, { refundId }) => void (await (await import('./send-refund.ts')).sendRefund(ctx, refundId)),
  giveUp: async ({ log }, { refundId }, { code }) =>
    log.error({ refundId, code }, 'money was not sent back; refund it by hand'),
})
