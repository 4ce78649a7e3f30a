import type { Context } from '#context.ts'

import { findPasskey, markPasskeyUsed } from './repo.ts'

export type Answer = { id: string; response: Record<string, unknown> }

/** The owner of the passkey that signed the challenge; undefined if the answer is not acceptable. */
export async function ownerOfAnswer(ctx: Context, answer: Answer, challenge: string): Promise<string | undefined> {
  const passkey = await findPasskey(ctx.db, answer.id)
  if (!passkey) return undefined
  const counter = await ctx.passkeys.check(answer, challenge, passkey)
  if (counter === undefined || !(await markPasskeyUsed(ctx.db, passkey.id, counter, ctx.now()))) return undefined
  return passkey.userId
}

/** Whether a passkey of this user signed the challenge. */
export async function isAnswerOf(ctx: Context, userId: string, answer: Answer, challenge: string): Promise<boolean> {
  const passkey = await findPasskey(ctx.db, answer.id)
  return passkey?.userId === userId && (await ownerOfAnswer(ctx, answer, challenge)) === userId
}
