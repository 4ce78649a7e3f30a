import type { Actor } from '@doslovno/domain/access.ts'
import { unlinked } from '@doslovno/domain/billing/subscription/course.ts'

import type { Context } from '#context.ts'
import { findMethod } from '#features/billing/payments/method-repo.ts'
import { unlinkMethod } from '#features/billing/payments/unlink.ts'
import { recordAudit } from '#features/operations/index.ts'
import { lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'

import { saveCourse } from './course-repo.ts'
import { subscriptionOf } from './repo.ts'
import { endSubscription, enqueueMail } from './transitions.ts'

/** Deletes the saved card. A running plan works to the end of the paid time; nothing is charged any more. */
export function unlinkCard(ctx: Context, { userId }: Actor): Promise<void> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const hadCard = (await findMethod(tx, userId)) !== undefined
    await unlinkMethod(tx, userId, ctx.now())
    if (hadCard) await stopCharges(ctx, tx, userId)
  })
}

async function stopCharges(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const now = ctx.now()
  const before = await subscriptionOf(tx, userId)
  const after = unlinked(before, now)
  if (before.paidUntil && !after.paidUntil) await endSubscription(ctx, tx, before, now)
  else await saveCourse(tx, userId, after)
  await recordAudit(tx, { kind: 'cardUnlinked', userId })
  const until = after.status === 'cancelled' ? (after.paidUntil?.toISOString() ?? null) : null
  await enqueueMail(ctx, tx, { kind: 'unlinked', userId, tariffName: before.tariff.name, until })
}
