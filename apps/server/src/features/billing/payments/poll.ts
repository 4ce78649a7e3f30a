import { nextCheckAt } from '@doslovno/domain/billing/payment.ts'

import { type Context, PaymentUnknown } from '#context.ts'
import { charge, check } from '#features/billing/jobs.ts'
import type { Tx } from '#platform/db.ts'
import type { PaymentRow } from '#platform/tables.ts'

import { checkNotified, lookUp, lookUpOrders } from './check.ts'
import { chargeSaved } from './open.ts'
import { findOrders, findPayment, lockDue, updatePayment } from './repo.ts'

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
  const charges = due.filter(isUnsentCharge)
  const [known, lost] = split(due.filter((payment) => !isUnsentCharge(payment)))
  await ctx.jobs.enqueue(tx, charge, charges.map(payloadOf)) // prettier-ignore
  await ctx.jobs.enqueue(tx, check, known.map(payloadOf))
  if (lost.length > 0) await ctx.jobs.enqueue(tx, check, [{ orderIds: lost.map(({ id }) => id) }])
  return due.length
}

/** Orders whose answer was lost have no id of the provider: one list tells of all of them. */
function split(checks: readonly PaymentRow[]): [known: PaymentRow[], lost: PaymentRow[]] {
  return [checks.filter(({ providerId }) => providerId), checks.filter(({ providerId }) => !providerId)]
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

type Checked = { paymentId: string } | { providerId: string } | { orderIds: readonly string[] }

export async function checkOnce(ctx: Context, of: Checked): Promise<void> {
  if ('providerId' in of) return checkNotified(ctx, of.providerId)
  if ('orderIds' in of) return untilPolled(ctx, async () => lookUpOrders(ctx, await findOrders(ctx.db, of.orderIds)))
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
