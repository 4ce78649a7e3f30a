import { passwordProblem } from '@doslovno/domain/account/password.ts'

import type { Context } from '#context.ts'

/** The error code of an unacceptable new password; undefined if it is fine. */
export async function newPasswordProblem(
  ctx: Context,
  password: string,
  isRegistration: boolean,
): Promise<string | undefined> {
  const problem = passwordProblem(password, isRegistration)
  if (problem) return problem
  return (await ctx.breached.isBreached(password)) ? 'auth.passwordBreached' : undefined
}
