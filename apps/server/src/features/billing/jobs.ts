import * as z from 'zod'

import { defineJob } from '#context.ts'
import { byDatabaseClock } from '#platform/database-clock.ts'
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
  run: async (ctx, { paymentId }) => (await import('./payments/poll.ts')).chargeOnce(ctx, paymentId),
  giveUp: async ({ log }, { paymentId }, { code }) =>
    log.error({ paymentId, code }, 'a card was not charged; the next poll tries again'),
})

/** Asks the provider about a payment, ours or the one that a notification named, or about orders it has not answered. */
export const check = defineJob({
  name: 'billing.check',
  role: 'billing',
  payload: z.union([ofPayment, z.object({ providerId: z.string() }), z.object({ orderIds: z.array(z.uuid()) })]),
  ...retryForHours,
  timeoutSeconds: 120,
  concurrency: 4,
  run: async (ctx, payload) => (await import('./payments/poll.ts')).checkOnce(ctx, payload),
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
  run: async (ctx) => (await import('./payments/poll.ts')).pollPayments(ctx),
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
  run: async (ctx, { refundId }) => void (await (await import('./payments/refund.ts')).sendRefund(ctx, refundId)),
  giveUp: async ({ log }, { refundId }, { code }) =>
    log.error({ refundId, code }, 'money was not sent back; refund it by hand'),
})

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
    const findings = await (await import('./ledger/audit.ts')).auditLedger(ctx)
    ctx.log.info({ findings: findings.length }, 'audited the ledger')
  },
  giveUp: async ({ log }) => log.error('the ledger was not audited; the next run tries again'),
})

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
  run: async (ctx, _payload, signal) =>
    (await import('./subscription/renew.ts')).renewSubscriptions(await byDatabaseClock(ctx), signal),
  giveUp: async ({ log }) => log.error('some subscriptions were not advanced; the next run tries again'),
})
