import type { Passkey } from '@doslovno/contract/account/second-factors.ts'
import type { SessionActor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import type { Passkeys } from '#platform/tables/account.ts'

import { hasPassword, ownerOf } from './proof.ts'
import { listPasskeys, protectionOf } from './repo.ts'

export async function factorsView(ctx: Context, actor: SessionActor) {
  const user = await ownerOf(ctx, actor)
  const { isTotpOn, codesLeft } = await protectionOf(ctx.db, user.id)
  const passkeys = (await listPasskeys(ctx.db, user.id)).map(passkeyView)
  return { isTotpOn, recoveryCodesLeft: codesLeft, passkeys, hasPassword: hasPassword(user) }
}

export function passkeyView({
  id,
  name,
  createdAt,
  lastUsedAt,
}: Pick<Passkeys, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>): Passkey {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}
