import { nextCheckAt } from '@doslovno/domain/billing/payment-course.ts'

import type { Context } from '#context.ts'
import type { Tx } from '#platform/db.ts'
import type { PaymentRow } from '#platform/tables.ts'

import { charge, check } from './jobs.ts'
import { lockDue, updatePayment } from './repo.ts'

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
