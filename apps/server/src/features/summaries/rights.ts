import { type Actor, canEdit } from '@doslovno/domain/access.ts'
import type { SummaryRights } from '@doslovno/domain/summary/making.ts'

import type { Context } from '#context.ts'
import { entitlementsFor } from '#features/billing/index.ts'
import { userById } from '#features/users/index.ts'
import type { ScriptRow } from '#platform/tables.ts'

const none: SummaryRights = { isOwner: false, isSuperuser: false, hasAiSettings: false }

/** What the caller may do with the summaries of a script that they may read. */
export async function rightsOf({ db, now }: Context, script: ScriptRow, actor?: Actor): Promise<SummaryRights> {
  if (!actor?.scopes.includes('write')) return none
  const isOwner = canEdit(script, actor)
  const [user, entitlements] = await Promise.all([
    userById(db, actor.userId),
    isOwner ? entitlementsFor(db, actor.userId, now()) : undefined,
  ])
  return { isOwner, isSuperuser: user?.isSuperuser ?? false, hasAiSettings: entitlements?.hasAiSettings ?? false }
}

/** Theses belong to the owner; superusers may open them wherever they may read. */
export function canReadTheses({ isOwner, isSuperuser }: SummaryRights): boolean {
  return isOwner || isSuperuser
}
