import { type Provider, type ProviderGrant, providers } from '@doslovno/contract/account/providers.ts'
import type { SessionActor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import type { UserRow } from '#platform/tables.ts'

import { accountNotice } from './mails.ts'
import { profileOf } from './providers.ts'
import { deleteIdentity, identitiesOf, insertIdentity, spendProviderToken } from './repo.ts'
import { hasPassword, ownerOf, type Proof, proveOwner } from './second-factors/proof.ts'
import { cancelSignIns } from './second-factors/repo.ts'

export async function showIdentities(ctx: Context, actor: SessionActor) {
  const user = await ownerOf(ctx, actor)
  const identities = await identitiesOf(ctx.db, user.id)
  const linkedAt = new Map(identities.map(({ provider, createdAt }) => [provider, createdAt.toISOString()]))
  const enabled = new Set(ctx.oauth.list().map(({ type }) => type))
  const data = providers
    .filter((provider) => enabled.has(provider) || linkedAt.has(provider))
    .map((provider) => ({ provider, linkedAt: linkedAt.get(provider) ?? null }))
  return { data, canUnlink: hasOtherWay(user, identities) }
}

type Link = { grant: ProviderGrant; proof: Proof }

/** Asks for the proof first: a grant can be spent once. */
export async function linkIdentity(
  ctx: Context,
  actor: SessionActor,
  { grant, proof }: Link,
  client: Client,
): Promise<void> {
  const user = await proveOwner(ctx, actor, proof, client)
  const { provider } = grant
  const { hash, profile } = await profileOf(ctx, askedBy(ctx, grant))
  await ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, user.id)
    if (!(await spendProviderToken(tx, hash, ctx.now()))) throw new AppError('tokenUsed')
    const linked = await identitiesOf(tx, user.id)
    if (linked.some((identity) => identity.provider === provider)) throw new AppError('notAllowed')
    const identity = { provider, subject: profile.subject, userId: user.id, createdAt: ctx.now() }
    if (!(await insertIdentity(tx, identity))) throw new AppError('userExists')
    await recordChange(ctx, tx, { kind: 'providerLinked', user, provider, address: client.address })
  })
}

function askedBy(ctx: Context, grant: ProviderGrant) {
  const { provider } = grant
  if (provider === 'vk') return { provider, secret: grant.code, ask: () => ctx.oauth.vk(grant) }
  return { provider, secret: grant.accessToken, ask: () => ctx.oauth[provider](grant.accessToken) }
}

type Unlink = { provider: Provider; proof: Proof }

/** Refuses to remove the only way to sign in. */
export async function unlinkIdentity(
  ctx: Context,
  actor: SessionActor,
  { provider, proof }: Unlink,
  client: Client,
): Promise<void> {
  const user = await proveOwner(ctx, actor, proof, client)
  await ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, user.id)
    const linked = await identitiesOf(tx, user.id)
    if (!linked.some((identity) => identity.provider === provider)) throw new AppError('notFound')
    if (!hasOtherWay(user, linked)) throw new AppError('notAllowed')
    await deleteIdentity(tx, user.id, provider)
    await cancelSignIns(tx, user.id)
    await recordChange(ctx, tx, { kind: 'providerUnlinked', user, provider, address: client.address })
  })
}

function hasOtherWay(user: UserRow, identities: readonly unknown[]): boolean {
  return hasPassword(user) || identities.length > 1
}

type Change = { kind: 'providerLinked' | 'providerUnlinked'; user: UserRow; provider: Provider; address: string }

async function recordChange(ctx: Context, tx: Tx, { kind, user, provider, address }: Change): Promise<void> {
  const { id: userId, email, name } = user
  await recordAudit(tx, { kind, userId, address, details: { provider } })
  if (email) await sendMail(ctx, tx, accountNotice, { kind, email, name, provider })
}
