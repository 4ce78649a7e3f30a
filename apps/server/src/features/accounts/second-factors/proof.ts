import type { SessionActor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { liveSession } from '#features/accounts/sessions/repo.ts'
import { userById } from '#features/users/index.ts'
import { AppError, invalidFields } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import type { UserRow } from '#platform/tables.ts'

import { spendTypedCode } from './codes.ts'
import { countGuess, recordFailure } from './notify.ts'
import { protectionOf } from './repo.ts'

export type Proof = { password?: string | undefined; code?: string | undefined }

const FRESH_MS = 10 * 60_000

/** Whether the account has a password that its owner knows. */
export function hasPassword({ passwordHash, isPasswordPending }: UserRow): boolean {
  return passwordHash !== null && !isPasswordPending
}

/** Asks the database, not the cache of sessions: whoever was signed out changes nothing from that moment. */
export async function ownerOf(ctx: Context, actor: SessionActor): Promise<UserRow & { signedInAt: Date }> {
  const session = await liveSession(ctx.db, actor)
  const user = session && (await userById(ctx.db, actor.userId))
  if (!user) throw new AppError('needAuthorization')
  return { ...user, signedInAt: session.createdAt }
}

/**
 * Refuses a change of the protection unless the caller proves to be the owner: by the password or a code. Who has
 * neither a password nor an app may have signed in just now instead.
 */
export async function proveOwner(ctx: Context, actor: SessionActor, proof: Proof, client: Client): Promise<UserRow> {
  const user = await ownerOf(ctx, actor)
  if (proof.password !== undefined) await provePassword(ctx, user, proof.password, client)
  else if (proof.code !== undefined) await proveCode(ctx, user.id, proof.code, client)
  else if (!(await isSignInEnough(ctx, user))) throw new AppError('proofNeeded')
  return user
}

async function provePassword(ctx: Context, user: UserRow, password: string, client: Client): Promise<void> {
  const forgive = await countGuess(ctx, user.id, client)
  const isRight = await ctx.passwords.isRight(password, hasPassword(user) ? user.passwordHash : null)
  if (isRight) return forgive()
  await recordFailure(ctx, { userId: user.id, by: 'password', client })
  throw invalidFields({ password: 'auth.wrongPassword' }) ?? new AppError('proofNeeded')
}

async function proveCode(ctx: Context, userId: string, code: string, client: Client): Promise<void> {
  const forgive = await countGuess(ctx, userId, client)
  if (await spendTypedCode(ctx, userId, code)) return forgive()
  await recordFailure(ctx, { userId, by: 'code', client })
  throw new AppError('wrongCode')
}

async function isSignInEnough(ctx: Context, user: UserRow & { signedInAt: Date }): Promise<boolean> {
  if (hasPassword(user)) return false
  const { isTotpOn } = await protectionOf(ctx.db, user.id)
  return !isTotpOn && ctx.now().getTime() - user.signedInAt.getTime() < FRESH_MS
}
