import type { Context } from '#context.ts'
import { lockUser } from '#features/users/index.ts'

import { recordChange } from './notify.ts'
import { isProtected } from './open-or-ask.ts'
import { cancelSignIns, deleteCodes, deletePasskeys, deleteTotp, protectionOf } from './repo.ts'

type Operator = { by: string; reason: string }

/** For an operator, when the owner has lost everything. Returns false if the account has no second factor. */
export async function removeAllFactors(ctx: Context, userId: string, operator: Operator): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    if (!isProtected(await protectionOf(tx, userId))) return false
    await deleteTotp(tx, userId)
    await deletePasskeys(tx, userId)
    await deleteCodes(tx, userId)
    await cancelSignIns(tx, userId)
    await recordChange(ctx, tx, { kind: 'secondFactorsRemoved', userId, details: { ...operator } })
    return true
  })
}
