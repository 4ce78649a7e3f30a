import type { LoginResult } from '@doslovno/contract/accounts.ts'
import { normalEmail } from '@doslovno/domain/account/email.ts'
import { errors } from '@doslovno/domain/errors.ts'

import type { Context } from '#context.ts'
import { openSession } from '#features/sessions/index.ts'
import { AppError } from '#platform/errors.ts'

import { findUserByEmail } from './repo.ts'

/** One answer for an unknown e-mail and a wrong password, in the same time. */
export async function loginByPassword(ctx: Context, email: string, password: string): Promise<LoginResult> {
  const user = await findUserByEmail(ctx.db, normalEmail(email))
  const isRight = await ctx.passwords.isRight(password, user?.passwordHash ?? null)
  if (!user || !isRight) throw wrongLogin()
  return { ...(await openSession(ctx, user.id)), needToPrivacyApprove: false, isRegistration: false }
}

function wrongLogin(): AppError {
  const { message } = errors.wrongLogin
  return new AppError('wrongLogin', { fields: { email: { code: 'auth.wrongLogin', message } } })
}
