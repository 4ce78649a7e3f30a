import type { SessionActor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'
import type { Db } from '#platform/db.ts'

import { deleteKeyOf } from './repo.ts'

/** Deletes the caller's key; without one, does nothing. */
export async function revokeKey(ctx: Context, { userId }: SessionActor, address: string): Promise<void> {
  await ctx.db.transaction().execute((tx) => revokeKeyOf(tx, userId, address))
}

export async function revokeKeyOf(tx: Db, userId: string, address: string): Promise<void> {
  if (await deleteKeyOf(tx, userId)) await recordAudit(tx, { kind: 'apiKeyRevoked', userId, address })
}
