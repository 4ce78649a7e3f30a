import type { SessionActor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'
import { updateUser } from '#features/users/index.ts'
import { AppError, invalidFields } from '#platform/errors.ts'

import { newPasswordProblem } from './new-password.ts'
import { signedInUser } from './signed-in.ts'

/** Keeps the pending password of a registration, or replaces it. The mailed link has proved who the owner is. */
export async function answerForPassword(
  ctx: Context,
  { userId }: SessionActor,
  { newPassword, address }: { newPassword: string | undefined; address: string },
): Promise<void> {
  const { isPasswordPending } = await signedInUser(ctx.db, userId)
  if (!isPasswordPending) throw new AppError('notFound')
  if (newPassword === undefined) {
    await updateUser(ctx.db, userId, { isPasswordPending: false })
    return recordAudit(ctx.db, { kind: 'registrationPasswordKept', userId, address })
  }
  const refusal = invalidFields({ newPassword: await newPasswordProblem(ctx, newPassword, true) })
  if (refusal) throw refusal
  await updateUser(ctx.db, userId, { passwordHash: await ctx.passwords.hash(newPassword), isPasswordPending: false })
  await recordAudit(ctx.db, { kind: 'passwordChanged', userId, address, details: { by: 'registration' } })
}
