import { nextCheckAt } from '@doslovno/domain/billing/payment.ts'

import type { Context, ProviderPayment } from '#context.ts'
import { type Operator, recordAudit } from '#features/operations/index.ts'
import type { PaymentRow } from '#platform/tables.ts'

import { lookUp } from './check.ts'
import { providerOf } from './provider.ts'
import { findPayment, findPaymentOfProvider, insertPayment } from './repo.ts'
import { settlePayment } from './settle.ts'

/** `unknown`: paid, but by no order of ours; another program's, or older than the terms beside a payment. */
type Recovered = { recovered: number; known: number; unknown: string[] }

/**
 * For an operator, after a restore: records the orders since a moment that only the provider remembers, and brings them,
 * the known ones and those refunded since to the state they have there. A repeat changes nothing.
 */
export async function recoverPayments(ctx: Context, since: Date, operator: Operator): Promise<Recovered> {
  const provider = providerOf(ctx)
  const report: Recovered = { recovered: 0, known: 0, unknown: [] }
  // Oldest first: a renewal continues the period before it.
  for (const answer of (await provider.list(since, ctx.now())).toReversed()) {
    const { order, isNew } = await orderOf(ctx, answer)
    if (order) await settlePayment(ctx, order.id, answer)
    else if (answer.status === 'succeeded') report.unknown.push(answer.providerId)
    if (order) report[isNew ? 'recovered' : 'known'] += 1
  }
  for (const providerId of await provider.listRefunded(since, ctx.now())) {
    const payment = await findPaymentOfProvider(ctx.db, providerId)
    if (payment) await lookUp(ctx, payment)
  }
  const details = { since: since.toISOString(), recovered: String(report.recovered), ...operator }
  await recordAudit(ctx.db, { kind: 'paymentsRecovered', userId: null, details })
  return report
}

async function orderOf(ctx: Context, answer: ProviderPayment): Promise<{ order?: PaymentRow; isNew?: boolean }> {
  const { orderId, terms, amountKopecks, description, createdAt } = answer
  const known = orderId === undefined ? undefined : await findPayment(ctx.db, orderId)
  if (known) return { order: known }
  if (!orderId || !terms) return {}
  const checkAt = nextCheckAt(createdAt, ctx.now())
  const row = { id: orderId, ...terms, amountKopecks, description, createdAt, checkAt }
  return { order: await ctx.db.transaction().execute((tx) => insertPayment(tx, row)), isNew: true }
}
