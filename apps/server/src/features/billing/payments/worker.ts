import { type Context, type Handler, PaymentUnknown } from '#context.ts'

import { checkNotified, lookUp } from './check.ts'
import type { charge, check, poll, refund } from './jobs.ts'
import { chargeSaved } from './open.ts'
import { pollPayments } from './poll.ts'
import { findPayment } from './repo.ts'
import { sendRefund } from './send-refund.ts'

export const onCharge: Handler<typeof charge> = {
  run: (ctx, { paymentId }) => untilPolled(ctx, () => chargeSaved(ctx, paymentId)),
  giveUp: async ({ log }, { paymentId }, { code }) =>
    log.error({ paymentId, code }, 'a card was not charged; the next poll tries again'),
}

export const onCheck: Handler<typeof check> = {
  run: async (ctx, payload) => {
    if ('providerId' in payload) return checkNotified(ctx, payload.providerId)
    const payment = await findPayment(ctx.db, payload.paymentId)
    if (payment) await untilPolled(ctx, () => lookUp(ctx, payment))
  },
  giveUp: async ({ log }, payload, { code }) =>
    log.error({ ...payload, code }, 'a payment was not checked; the next poll tries again'),
}

export const onPoll: Handler<typeof poll> = {
  run: (ctx) => pollPayments(ctx),
  giveUp: async ({ log }) => log.error('payments were not polled; the next run does'),
}

export const onRefund: Handler<typeof refund> = {
  run: async (ctx, { refundId }) => void (await sendRefund(ctx, refundId)),
  giveUp: async ({ log }, { refundId }, { code }) =>
    log.error({ refundId, code }, 'money was not sent back; refund it by hand'),
}

/** No definite answer is no failure of the job: the poll asks again, at growing intervals. */
async function untilPolled(ctx: Context, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) throw error
    ctx.log.warn({ err: error }, 'the payment provider did not answer; the poll asks again')
  }
}
