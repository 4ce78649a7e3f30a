import type { LoginResult } from '@doslovno/contract/account/sessions.ts'
import { normalEmail } from '@doslovno/domain/account/email.ts'
import { errors } from '@doslovno/domain/errors.ts'

import type { Context } from '#context.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { updateUser, userByEmail } from '#features/users/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import { networkOf } from '#platform/limits/network.ts'
import type { UserRow } from '#platform/tables.ts'
import { loginsTotal } from '#platform/telemetry.ts'

import { loginAlarm } from './mails.ts'
import { openOrAsk } from './second-factors/challenges.ts'
import { hasSignedInFrom } from './sessions/repo.ts'

type Credentials = { email: string; password: string }

/** Stands for the user of an unknown e-mail, so that it costs the same queries. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * An unknown e-mail and a wrong password get the same reply after the same work. Guessing is slowed down per e-mail
 * and network, and per e-mail for networks that nobody has signed in from: strangers never lock the owner out.
 */
export async function loginByPassword(ctx: Context, typed: Credentials, client: Client): Promise<LoginResult> {
  const email = normalEmail(typed.email)
  const network = networkOf(client.address)
  await ctx.rateLimits.spend('loginByAddress', client.address)
  await ctx.rateLimits.attempt('loginFromNetwork', `${email} ${network}`)
  const user = await userByEmail(ctx.db, email)
  const isKnown = await hasSignedInFrom(ctx.db, user?.id ?? NOBODY, network)
  if (!isKnown) await ctx.rateLimits.attempt('loginFromStrangers', email)
  const isRight = await ctx.passwords.isRight(typed.password, user?.passwordHash ?? null)
  if (!user || !isRight || user.isPasswordPending) {
    await recordFailure(ctx, email, user, client)
    throw wrongLogin()
  }
  loginsTotal.inc({ outcome: 'right' })
  await forgiveGuesses(ctx, email, network)
  await rehash(ctx, user, typed.password)
  const opened = await openOrAsk(ctx, { userId: user.id, by: 'password', client })
  return { ...opened, needToPrivacyApprove: false, isRegistration: false }
}

/** Guesses of others no longer slow down somebody who has proved to be the owner. */
export async function forgiveGuesses(ctx: Context, email: string, network: string): Promise<void> {
  await ctx.rateLimits.forgive('loginFromNetwork', `${email} ${network}`)
  await ctx.rateLimits.forgive('loginFromStrangers', email)
}

/** Does the same for a known and an unknown e-mail; the alarm's job looks for the account. */
async function recordFailure(ctx: Context, email: string, user: UserRow | undefined, { address }: Client) {
  loginsTotal.inc({ outcome: 'wrong' })
  await recordAudit(ctx.db, { kind: 'loginFailed', userId: user?.id ?? null, address })
  if (await ctx.rateLimits.isWithin('loginFailuresOfEmail', email)) return
  if (!(await ctx.rateLimits.isWithin('loginAlarmToAddressee', email))) return
  await ctx.db.transaction().execute((tx) => sendMail(ctx, tx, loginAlarm, { email }))
}

/** Replaces a hash made with older parameters while the password is at hand. */
async function rehash(ctx: Context, { id, passwordHash }: UserRow, password: string): Promise<void> {
  if (!passwordHash || !ctx.passwords.isOutdated(passwordHash)) return
  await updateUser(ctx.db, id, { passwordHash: await ctx.passwords.hash(password) })
}

function wrongLogin(): AppError {
  const { message } = errors.wrongLogin
  return new AppError('wrongLogin', { fields: { email: { code: 'auth.wrongLogin', message } } })
}
