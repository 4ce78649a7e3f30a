import { type Actor, canEdit } from '@doslovno/domain/access.ts'
import type { SummaryRights } from '@doslovno/domain/summary/making.ts'

import type { Context } from '#context.ts'
import { entitlementsFor } from '#features/billing/index.ts'
import { userById } from '#features/users/index.ts'
import type { ScriptRow } from '#platform/tables.ts'

/** The caller's rights to the summaries of a script that they may read. */
export async function rightsOf({ db, now }: Context, script: ScriptRow, actor?: Actor): Promise<SummaryRights> {
  const isOwner = canEdit(script, actor)
  const [user, entitlements] = await Promise.all([
    actor?.scopes.includes('write') ? userById(db, actor.userId) : undefined,
    isOwner ? entitlementsFor(db, script.userId, now()) : undefined,
  ])
  return { isOwner, isSuperuser: user?.isSuperuser ?? false, hasAiSettings: entitlements?.hasAiSettings ?? false }
}

/** Theses belong to the owner, also by a key that may only read; superusers open them wherever they may read. */
export function canReadTheses({ isSuperuser }: SummaryRights, script: ScriptRow, actor?: Actor): boolean {
  return isSuperuser || actor?.userId === script.userId
}
