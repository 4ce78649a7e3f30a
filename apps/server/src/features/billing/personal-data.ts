import type { Context } from '#context.ts'
import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'

import { forgetBooks, minutesExport, paymentsExport, promoExport, tariffExport } from './personal-data-repo.ts'
import { unlinkMethod, cancel } from './subscription/cancel.ts'
import { subscriptionOf } from './subscription/repo.ts'

/** Tariff, payments, minutes and promo codes of a person, for the archive of their data: file name to content. */
export async function exportOf(db: Db, userId: string) {
  return {
    tariff: await tariffExport(db, userId),
    payments: await paymentsExport(db, userId),
    minutes: await minutesExport(db, userId),
    promo: await promoExport(db, userId),
  }
}

/** Charges nothing any more: the renewal is stopped and the card unlinked. Paid time works to its end. */
export async function stopCharges(ctx: Context, tx: Tx, userId: string): Promise<void> {
  await lockUser(tx, userId)
  await cancel(ctx, tx, await subscriptionOf(tx, userId))
  await unlinkMethod(tx, userId, ctx.now())
}

/** Payments and refunds stay in the books, and money that comes later goes back. The caller deletes the user. */
export async function forgetUser(tx: Tx, userId: string, now: Date): Promise<void> {
  await unlinkMethod(tx, userId, now)
  await forgetBooks(tx, userId)
}
