import type { SessionActor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { lockUser } from '#features/users/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'

import { newRecoveryCodes, newTotpSecret, openSecret, sealSecret, stepOf, totpUrl } from './codes.ts'
import { addFactor, removeFactor } from './factors.ts'
import { countGuess } from './notify.ts'
import { ownerOf, type Proof, proveOwner } from './proof.ts'
import { confirmSecret, deleteTotp, findTotp, insertTotp, protectionOf } from './repo.ts'

const SET_UP_MS = 10 * 60_000

/** Makes the secret of an authenticator app; it protects nothing until its first code. */
export async function startApp(ctx: Context, actor: SessionActor, proof: Proof, client: Client) {
  const user = await proveOwner(ctx, actor, proof, client)
  const secret = newTotpSecret()
  const sealed = sealSecret(ctx, user.id, secret)
  const isKept = await insertTotp(ctx.db, { userId: user.id, sealed, createdAt: ctx.now() })
  if (!isKept) throw new AppError('secondFactorLimit')
  return { secret, url: totpUrl(secret, user.email ?? user.name) }
}

/** Switches the app on by its first code; returns recovery codes if the account had no second factor before. */
export async function confirmApp(ctx: Context, actor: SessionActor, code: string, client: Client): Promise<string[]> {
  const { id: userId } = await ownerOf(ctx, actor)
  const forgive = await countGuess(ctx, userId, client)
  const totp = await findTotp(ctx.db, userId)
  if (!totp || totp.confirmedAt) throw new AppError('notFound')
  if (ctx.now().getTime() - totp.createdAt.getTime() > SET_UP_MS) throw new AppError('challengeExpired')
  const step = stepOf(code.replaceAll(/\s/g, ''), openSecret(ctx, userId, totp.sealed), ctx.now())
  if (step === undefined) throw new AppError('wrongCode')
  const recovery = await newRecoveryCodes(ctx, userId)
  const codes = await ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const before = await protectionOf(tx, userId)
    const confirmed = { userId, sealed: totp.sealed, step, now: ctx.now() }
    if (!(await confirmSecret(tx, confirmed))) throw new AppError('notFound')
    return addFactor(ctx, tx, { kind: 'totpAdded', userId, address: client.address, before, recovery })
  })
  await forgive()
  return codes
}

export async function removeApp(ctx: Context, actor: SessionActor, proof: Proof, client: Client): Promise<void> {
  const { id: userId } = await proveOwner(ctx, actor, proof, client)
  await ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const { isTotpOn } = await protectionOf(tx, userId)
    if (!isTotpOn || !(await deleteTotp(tx, userId))) throw new AppError('notFound')
    await removeFactor(ctx, tx, { kind: 'totpRemoved', userId, address: client.address })
  })
}
