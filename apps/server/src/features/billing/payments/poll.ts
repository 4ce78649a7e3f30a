import { nextCheckAt } from '@doslovno/domain/billing/payment.ts'

import { type Context, PaymentUnknown } from '#context.ts'
import { charge, check } from '#features/billing/jobs.ts'
import type { Tx } from '#platform/db.ts'
import type { PaymentRow } from '#platform/tables.ts'

import { checkNotified, lookUp } from './check.ts'
import { chargeSaved } from './open.ts'
import { findPayment, lockDue, updatePayment } from './repo.ts'

const BATCH = 100

/** Enqueues what is due; each payment is due again later, until it is decided. */
export async function pollPayments(ctx: Context): Promise<void> {
  let found = BATCH
  while (found === BATCH) found = await ctx.db.transaction().execute((tx) => pollBatch(ctx, tx))
}

async function pollBatch(ctx: Context, tx: Tx): Promise<number> {
  const now = ctx.now()
  const due = await lockDue(tx, now, BATCH)
  for (const { id, createdAt } of due) await updatePayment(tx, id, { checkAt: nextCheckAt(createdAt, now) })
  const [charges, checks] = [due.filter(isUnsentCharge), due.filter((payment) => !isUnsentCharge(payment))]
  await ctx.jobs.enqueue(tx, charge, charges.map(payloadOf)) // prettier-ignore
  await ctx.jobs.enqueue(tx, check, checks.map(payloadOf))
  return due.length
}

/** The provider may not have it yet, so it is sent (again) if that is still wanted. */
function isUnsentCharge({ status, methodId }: PaymentRow): boolean {
  return status === 'created' && methodId !== null
}

function payloadOf({ id }: PaymentRow) {
  return { paymentId: id }
}

export function chargeOnce(ctx: Context, paymentId: string): Promise<void> {
  return untilPolled(ctx, () => chargeSaved(ctx, paymentId))
}

export async function checkOnce(ctx: Context, of: { paymentId: string } | { providerId: string }): Promise<void> {
  if ('providerId' in of) return checkNotified(ctx, of.providerId)
  const payment = await findPayment(ctx.db, of.paymentId)
  if (payment) await untilPolled(ctx, () => lookUp(ctx, payment))
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
