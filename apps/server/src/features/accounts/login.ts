import type { LoginResult } from '@doslovno/contract/accounts.ts'
import { normalEmail } from '@doslovno/domain/account/email.ts'
import { errors } from '@doslovno/domain/errors.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/audit/index.ts'
import { openSession } from '#features/sessions/index.ts'
import { AppError } from '#platform/errors.ts'
import type { UserRow } from '#platform/tables.ts'
import { loginsTotal } from '#platform/telemetry.ts'

import { sendNotice } from './jobs.ts'
import { findUserByEmail } from './repo.ts'

type Credentials = { email: string; password: string; address: string }

/**
 * One answer for an unknown e-mail and a wrong password, in the same time. Failures slow down whoever guesses from
 * one address; the owner, who comes from another, is never locked out.
 */
export async function loginByPassword(
  ctx: Context,
  { email: typed, password, address }: Credentials,
): Promise<LoginResult> {
  const email = normalEmail(typed)
  const guess = `${email} ${address}`
  const [user] = await Promise.all([
    findUserByEmail(ctx.db, email),
    ctx.limits.spend('loginByAddress', address),
    ctx.limits.check('loginFailures', guess),
  ])
  const isRight = await ctx.passwords.isRight(password, user?.passwordHash ?? null)
  if (!user || !isRight) {
    await countFailure(ctx, guess, email, user)
    throw wrongLogin()
  }
  loginsTotal.inc({ outcome: 'right' })
  const [pair] = await Promise.all([
    openSession(ctx, user.id),
    recordAudit(ctx.db, { kind: 'login', userId: user.id, address }),
  ])
  return { ...pair, needToPrivacyApprove: false, isRegistration: false }
}

async function countFailure(ctx: Context, guess: string, email: string, user: UserRow | undefined): Promise<void> {
  loginsTotal.inc({ outcome: 'wrong' })
  await ctx.limits.isWithin('loginFailures', guess)
  const isUsual = await ctx.limits.isWithin('loginFailuresOfEmail', email)
  if (!user) return
  await recordAudit(ctx.db, { kind: 'loginFailed', userId: user.id })
  if (isUsual || !(await ctx.limits.isWithin('mailToAddressee', email))) return
  await ctx.db
    .transaction()
    .execute((tx) => ctx.jobs.enqueue(tx, sendNotice, [{ kind: 'loginAlarm', email, name: user.name }]))
}

function wrongLogin(): AppError {
  const { message } = errors.wrongLogin
  return new AppError('wrongLogin', { fields: { email: { code: 'auth.wrongLogin', message } } })
}
