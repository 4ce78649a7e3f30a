import type { SessionActor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { openedAt } from '#features/accounts/index.ts'
import { stopCharges } from '#features/billing/index.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { cancelDeletion, planDeletion, userById } from '#features/users/index.ts'
import { AppError, invalidFields } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import { networkOf } from '#platform/limits/network.ts'
import type { UserRow } from '#platform/tables.ts'

import { privacyMail } from './mail.ts'

const DAYS_MS = 7 * 24 * 3_600_000
/** An account without a password is proved by a sign-in of this moment. */
const FRESH_MS = 10 * 60_000

type Wish = { password: string | undefined; client: Client }

/** Plans the deletion in seven days and charges nothing from now on. Until then the account works as before. */
export async function planAccountDeletion(
  ctx: Context,
  actor: SessionActor,
  { password, client }: Wish,
): Promise<Date> {
  const { userId } = actor
  const user = await userById(ctx.db, userId)
  if (!user) throw new AppError('needAuthorization')
  if (user.passwordHash && !user.isPasswordPending) await provePassword(ctx, user, { password, client })
  else await proveFreshSession(ctx, actor)
  const requestedAt = ctx.now()
  return ctx.db.transaction().execute(async (tx) => {
    await stopCharges(ctx, tx, userId)
    const dueAt = await planDeletion(tx, userId, { requestedAt, dueAt: new Date(requestedAt.getTime() + DAYS_MS) })
    if (!dueAt) throw new AppError('needAuthorization')
    if (user.deletionDueAt) return dueAt
    await recordAudit(tx, { kind: 'deletionRequested', userId, address: client.address })
    const { email, name } = user
    if (email) await sendMail(ctx, tx, privacyMail, { kind: 'deletionRequested', email, name, at: dueAt.toISOString() })
    return dueAt
  })
}

/** Takes the deletion back; impossible once it has begun. */
export async function keepAccount(ctx: Context, { userId }: SessionActor, address: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await cancelDeletion(tx, userId, ctx.now()))) throw new AppError('notFound')
    await recordAudit(tx, { kind: 'deletionCancelled', userId, address })
  })
}

/** Slowed down like guesses at the login: a stolen session must not become a way to try passwords. */
async function provePassword(ctx: Context, user: UserRow, { password, client }: Wish): Promise<void> {
  if (password === undefined) throw new AppError('proofNeeded')
  const key = `${user.email ?? user.id} ${networkOf(client.address)}`
  await ctx.rateLimits.spend('loginByAddress', client.address)
  await ctx.rateLimits.attempt('loginFromNetwork', key)
  const isRight = await ctx.passwords.isRight(password, user.passwordHash)
  const refusal = invalidFields({ password: isRight ? undefined : 'auth.wrongPassword' })
  if (refusal) throw refusal
  await ctx.rateLimits.forgive('loginFromNetwork', key)
}

async function proveFreshSession(ctx: Context, { sessionId }: SessionActor): Promise<void> {
  const opened = await openedAt(ctx.db, sessionId)
  const isFresh = opened !== undefined && ctx.now().getTime() - opened.getTime() < FRESH_MS
  if (!isFresh) throw new AppError('proofNeeded')
}
