import { setTimeout as wait } from 'node:timers/promises'

import type { PaymentState } from '@doslovno/contract/payments.ts'
import type { Actor } from '@doslovno/domain/access.ts'

import { type Context, PaymentUnknown } from '#context.ts'
import { AppError } from '#platform/errors.ts'

import { lookUp } from './check.ts'
import { findShownPayment, type ShownPayment } from './list-repo.ts'
import { claimCheck, findPayment } from './repo.ts'
import { paymentStateView } from './view.ts'

const ASK_EVERY_MS = 2000
const PATIENCE_MS = 3000

/** A payment of the actor. A pending one is checked at the provider, so that its page need not wait for a notification. */
export async function showPayment(ctx: Context, { userId }: Actor, id: string): Promise<PaymentState> {
  const payment = await ownPayment(ctx, userId, id)
  if (payment.status === 'pending') await checkNow(ctx, id)
  return paymentStateView(await ownPayment(ctx, userId, id), ctx.now())
}

async function ownPayment(ctx: Context, userId: string, id: string): Promise<ShownPayment> {
  const payment = await findShownPayment(ctx.db, userId, id)
  if (!payment) throw new AppError('notFound')
  return payment
}

async function checkNow(ctx: Context, id: string): Promise<void> {
  const now = ctx.now()
  const isDue = await claimCheck(ctx.db, id, { now, before: new Date(now.getTime() - ASK_EVERY_MS) })
  const payment = isDue && ctx.payments ? await findPayment(ctx.db, id) : undefined
  if (!payment) return
  const asked = lookUp(ctx, payment).catch((error: unknown) => {
    if (!(error instanceof PaymentUnknown)) throw error
  })
  // A slow provider does not keep the page waiting: its answer is seen by the next poll.
  await Promise.race([asked, wait(PATIENCE_MS, undefined, { ref: false })])
}
